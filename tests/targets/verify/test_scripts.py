"""Every script that is made does what its config says."""

import pytest

import qosc
from qosc.api import verify_script
from tests.targets.verify.verify_configs import CONFIGS, EXAMPLES


@pytest.mark.parametrize("name", [*CONFIGS, *(str(path) for path in EXAMPLES)])
def test_a_script_does_what_its_config_says(name: str) -> None:
    examples = {str(path): path for path in EXAMPLES}
    if name in CONFIGS:
        config = qosc.loads(CONFIGS[name][0], platform=CONFIGS[name][1])
    else:
        config = qosc.load(examples[name])
    artefact = qosc.compile(config, allow_loss=True)
    found = verify_script(config, artefact.files[0].text, artefact.ledger)
    assert found.commands
    assert found.differences == ()


@pytest.mark.parametrize("name", [name for name in CONFIGS if name != "everything"])
def test_so_do_the_files_for_batch_mode_and_an_older_kernel(name: str) -> None:
    text, platform = CONFIGS[name]
    config = qosc.loads(text, platform=platform)
    artefact = qosc.compile(config, allow_loss=True, kernel="4.19", batch=True)
    batches = [file.text for file in artefact.files if file.name.endswith(".batch")]
    found = verify_script(config, "\n".join(batches), artefact.ledger)
    assert found.commands
    assert found.differences == ()
