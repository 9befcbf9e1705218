"""The manifests of Kubernetes and the compose files: each field is one that the API has, of the type that it has.

The tables hold what these files use, by the API references of Kubernetes 1.29 and of the Compose specification. Nothing that is
installed here knows the whole schemas.
"""
import unittest

from harness import ROOT, need
from launcher import tern

WORD, NUMBER, FLAG, WORDS = str, int, bool, [str]
LABELS = {"*": WORD}
METADATA = {"name": WORD, "labels": LABELS}
SELECTOR = {"matchLabels": LABELS}
PROBE = {"httpGet": {"path": WORD, "port": NUMBER}, "periodSeconds": NUMBER, "failureThreshold": NUMBER}
AMOUNTS = {"cpu": WORD, "memory": WORD}
CONTAINER = {
    "name": WORD, "image": WORD, "args": WORDS, "ports": [{"containerPort": NUMBER}], "readinessProbe": PROBE, "livenessProbe": PROBE,
    "lifecycle": {"preStop": {"exec": {"command": WORDS}}}, "resources": {"requests": AMOUNTS, "limits": AMOUNTS},
    "securityContext": {"allowPrivilegeEscalation": FLAG, "readOnlyRootFilesystem": FLAG, "capabilities": {"drop": WORDS}},
    "volumeMounts": [{"name": WORD, "mountPath": WORD}],
}
POD = {"terminationGracePeriodSeconds": NUMBER, "securityContext": {"runAsNonRoot": FLAG, "runAsUser": NUMBER, "fsGroup": NUMBER},
       "initContainers": [CONTAINER], "containers": [CONTAINER], "volumes": [{"name": WORD, "emptyDir": {}, "configMap": {"name": WORD}}]}
KINDS = {
    ("apps/v1", "Deployment"): {
        "replicas": NUMBER, "selector": SELECTOR, "strategy": {"rollingUpdate": {"maxUnavailable": NUMBER, "maxSurge": NUMBER}},
        "template": {"metadata": {"labels": LABELS}, "spec": POD}},
    ("v1", "Service"): {"selector": LABELS, "ports": [{"port": NUMBER, "targetPort": NUMBER}]},
    ("v1", "ConfigMap"): LABELS,
    ("policy/v1", "PodDisruptionBudget"): {"maxUnavailable": NUMBER, "selector": SELECTOR},
}
COMPOSE = {"services": {"*": {
    "image": WORD, "build": WORD, "command": WORDS, "volumes": WORDS, "ports": WORDS, "init": FLAG, "stop_grace_period": WORD,
    "read_only": FLAG, "tmpfs": WORDS, "cap_drop": WORDS, "security_opt": WORDS, "ulimits": {"nofile": NUMBER},
    "deploy": {"resources": {"limits": {"memory": WORD}}}, "restart": WORD,
    "develop": {"watch": [{"action": WORD, "path": WORD, "target": WORD}]}}}}


def wrong(value, schema, place=""):
    """What of a value is not as the schema says, by its place."""
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            return [f"{place} is no mapping"]
        unknown = [f"{place}.{name} is unknown" for name in value if name not in schema and "*" not in schema]
        return unknown + [text for name, below in value.items() if name in schema or "*" in schema
                          for text in wrong(below, schema.get(name, schema.get("*")), f"{place}.{name}")]
    if isinstance(schema, list):
        if not isinstance(value, list):
            return [f"{place} is no list"]
        return [text for index, below in enumerate(value) for text in wrong(below, schema[0], f"{place}[{index}]")]
    return [] if type(value) is schema else [f"{place} is no {schema.__name__}"]


def documents(text):
    try:
        import yaml
    except ImportError:
        raise unittest.SkipTest("there is no yaml") from None
    return list(yaml.safe_load_all(text))


class ManifestsTest(unittest.TestCase):
    def test_kubernetes(self):
        for name, kinds in (("app", ["Deployment", "Service", "PodDisruptionBudget"]),
                            ("fpm", ["Deployment", "ConfigMap", "Service", "PodDisruptionBudget"])):
            found = documents((ROOT / f"examples/kubernetes/{name}.yaml").read_text())
            self.assertEqual([document["kind"] for document in found], kinds)
            for document in found:
                spec = KINDS[document["apiVersion"], document["kind"]]
                schema = {"apiVersion": WORD, "kind": WORD, "metadata": METADATA, "data" if document["kind"] == "ConfigMap" else "spec": spec}
                self.assertEqual(wrong(document, schema, document["kind"]), [])

    def test_labels_find_the_pods(self):
        for name in ("app", "fpm"):
            deployment, *_, service, budget = documents((ROOT / f"examples/kubernetes/{name}.yaml").read_text())
            labels = deployment["spec"]["template"]["metadata"]["labels"]
            self.assertEqual(labels, deployment["spec"]["selector"]["matchLabels"])
            self.assertEqual(labels, service["spec"]["selector"])
            self.assertEqual(labels, budget["spec"]["selector"]["matchLabels"])

    def test_containers_of_a_pod_share_what_they_mount(self):
        pod = documents((ROOT / "examples/kubernetes/fpm.yaml").read_text())[0]["spec"]["template"]["spec"]
        volumes = {volume["name"] for volume in pod["volumes"]}
        for container in pod["initContainers"] + pod["containers"]:
            self.assertLessEqual({mount["name"] for mount in container["volumeMounts"]}, volumes)

    def test_compose(self):
        for path in ("examples/compose/compose.yaml", "launcher/templates/compose.yaml"):
            text = (ROOT / path).read_text().replace("{{name}}", "name")
            self.assertEqual(wrong(documents(text)[0], COMPOSE, path), [])

    def test_commands_of_containers_are_those_of_tern(self):
        need("php")
        container = documents((ROOT / "examples/kubernetes/app.yaml").read_text())[0]["spec"]["template"]["spec"]["containers"][0]
        service = documents((ROOT / "examples/compose/compose.yaml").read_text())[0]["services"]["app"]
        known = tern("serve", "--help").stdout
        for words in (container["args"], service["command"]):
            self.assertEqual(words[:2], ["tern", "serve"])
            for option in [word for word in words if word.startswith("--")]:
                self.assertIn(f"  {option} ", known)

    def test_a_wrong_field_is_found(self):
        self.assertEqual(wrong({"port": "80", "prot": 1}, {"port": NUMBER}, "s"), ["s.prot is unknown", "s.port is no int"])
