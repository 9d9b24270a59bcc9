"""The algorithms, a folder each: its record (`spec`), the algorithm (`kernel`), its story.

Where presets have lines of their own, the pseudo-code is a module beside the record, and so are
bounds that take more than a line to compute.
"""

from __future__ import annotations

from dart_core.algorithms.cmab_sm.spec import CMAB_SM
from dart_core.algorithms.csar.spec import CSAR
from dart_core.algorithms.cts.spec import CTS
from dart_core.algorithms.cucb.spec import CUCB
from dart_core.algorithms.dart.spec import DART
from dart_core.algorithms.dart_anytime.spec import DART_ANYTIME
from dart_core.algorithms.dart_eb.spec import DART_EB
from dart_core.algorithms.etcg.spec import ETCG
from dart_core.algorithms.frontier.spec import FRONTIER
from dart_core.algorithms.lints.spec import LINTS
from dart_core.algorithms.linucb.spec import LINUCB
from dart_core.algorithms.oracle.spec import ORACLE
from dart_core.algorithms.random.spec import RANDOM
from dart_core.algorithms.registry import REGISTRY
from dart_core.algorithms.ucb.spec import UCB

_ALL = (
    *(DART, DART_ANYTIME, DART_EB, FRONTIER, CSAR, CMAB_SM, LINTS, LINUCB, UCB, ETCG),
    *(CUCB, CTS),  # these see every arm's reward
    *(RANDOM, ORACLE),
)
REGISTRY |= {spec.name: spec for spec in _ALL}
BUILT_IN = tuple(spec.name for spec in _ALL)
