"""Swoole\\Coroutine\\Redis against a real Redis: what it returns, and that it suspends only its coroutine."""
import services
from database_scenarios import Database, scenario_test

DATABASE = Database()
ScenarioTest = scenario_test("redis", DATABASE)


def setUpModule():
    DATABASE.start(services.redis)
