<?php

// A loaded machine takes longer than a second; the tests of slow servers do not set this.
return ['exit_timeout_ms' => getenv('SHOP_TIMEOUT') ?: null];
