#!/bin/sh
# .github/workflows/*.yml are YAML, their jobs run scripts of .ci/ that are there and may be run, every one of them but what
# runs at night, and no foreign code but the checkout and what publishes the site; the forms for issues are whole. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml here"
cd "$TW_SOURCE"
python3 - <<'END'
import os
import re
import sys
import yaml

wrong = []
ran = set()
allowed = {"ci": ("checkout",), "pages": ("checkout", "upload-pages-artifact", "deploy-pages")}
workflows = {}
for name in allowed:
    with open(f".github/workflows/{name}.yml") as f:
        workflows[name] = yaml.safe_load(f)
workflow = workflows["ci"]
for of, name, job in ((of, name, job) for of, w in workflows.items() for name, job in w["jobs"].items()):
    for step in job["steps"]:
        if "uses" in step and step["uses"].split("@")[0] not in [f"actions/{a}" for a in allowed[of]]:
            wrong.append(f"{name} uses {step['uses']}")
        ran |= set(re.findall(r"\.ci/\w+", step.get("run", "")))
for script in ran:
    if not os.access(script, os.X_OK):
        wrong.append(f"{script} is not there, or may not be run")
for script in sorted(os.listdir(".ci")):
    if script not in ("bare", "nightly") and ".ci/" + script not in ran:
        wrong.append(f"no job runs .ci/{script}")
for entry in workflow["jobs"]["portable"]["strategy"]["matrix"]["include"]:
    if sorted(entry) != ["compiler", "os"]:
        wrong.append(f"the matrix has {entry}")
forms = [name for name in sorted(os.listdir(".github/ISSUE_TEMPLATE")) if name != "config.yml"]
for name in forms:
    with open(f".github/ISSUE_TEMPLATE/{name}") as f:
        form = yaml.safe_load(f)
    fields = [part for part in form["body"] if part["type"] in ("input", "textarea")]
    if not form["name"] or not form["description"] or len({part["id"] for part in fields}) != len(fields):
        wrong.append(f"{name} has no name or description, or an id twice")
    if not all(part["attributes"]["label"] for part in fields) or not fields:
        wrong.append(f"{name} has a field without a label, or no field")
if wrong or len(ran) < 2 or len(forms) < 2:
    sys.exit("FAILED: " + "; ".join(wrong or ["no script was found"]))
print("ok:", ", ".join(sorted(ran)))
END
