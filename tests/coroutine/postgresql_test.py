"""Swoole\\Coroutine\\PostgreSQL against a real PostgreSQL: what it returns, and that it suspends only its coroutine."""
import services
from database_scenarios import Database, scenario_test

DATABASE = Database()
ScenarioTest = scenario_test("postgresql", DATABASE, "pgsql")


def setUpModule():
    DATABASE.start(services.postgres)
