<?php
function global_helper(): void { throw new Exception('global'); }
