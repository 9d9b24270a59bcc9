"""A joint reward is one record: the app, started with one more, has it everywhere."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.project.files import ROOT

# Menus are made when the app starts, so it starts with the record.
_APP = """
import json
from dart_core.joint_rewards import REWARDS, JointReward

REWARDS["odd"] = JointReward(
    "odd",
    label="odd (an odd number pays)",
    words="odd reward",
    seen="whether an odd number pays",
    curve=lambda k, _: [float(c % 2) for c in range(k + 1)],
)
from dataclasses import replace
from dashboard import ranges
from dashboard.exports.python_code import compare_script
from dashboard.game.model import dealing
from dashboard.settings import SCHEMA, Settings
from dashboard.words import facts
import numpy as np
from tests.links import from_query, to_query

menu = next(field.kind.options for field in SCHEMA if field.name == "reward")
settings, _, notices = from_query(to_query(Settings(reward="odd", horizon=50)))
beyond, _, repaired = from_query(to_query(settings).replace("law=bernoulli", "law=beta"))
_, deal = dealing(settings)
dealt = deal(np.zeros(1, np.int64)).payload()
print(json.dumps({
    "menu": menu["odd"],
    "read": settings.reward,
    "notices": len(notices),
    "facts": facts(settings),
    "swept": "odd" in ranges.grid(settings, "reward"),
    "swept beyond 0/1": "odd" in ranges.grid(Settings(law="beta"), "reward"),
    "beyond 0/1": [beyond.reward, beyond.law, len(repaired)],
    "code": 'reward="odd"' in "".join(compare_script(settings).steps),
    "dealt": dealt["curve"],
    "game": dealt["form"],
}))
"""


def test_the_app_has_a_new_record_everywhere() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _APP], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "menu": "odd (an odd number pays)",
        "read": "odd",
        "notices": 0,
        "facts": "N = 12 arms, choose K = 3, T = 50 · odd reward · DART · clean-c1",
        "swept": True,
        "swept beyond 0/1": False,
        "beyond 0/1": ["odd", "bernoulli", 1],
        "code": True,
        "dealt": [0.0, 1.0, 0.0, 1.0],
        "game": "odd",
    }
