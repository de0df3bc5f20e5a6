"""Every script that is made does what its config says."""

import pytest

import qosc
from qosc.api import verify_script
from tests.targets.verify_configs import CONFIGS, EXAMPLES


@pytest.mark.parametrize("name", [*CONFIGS, *(str(path) for path in EXAMPLES)])
def test_a_script_does_what_its_config_says(name: str) -> None:
    examples = {str(path): path for path in EXAMPLES}
    if name in CONFIGS:
        config = qosc.load(CONFIGS[name][0], platform=CONFIGS[name][1])
    else:
        config = qosc.load(examples[name])
    artefact = qosc.compile(config, allow_loss=True)
    found = verify_script(config, artefact.files[0].text, artefact.ledger)
    assert found.commands
    assert found.differences == ()
