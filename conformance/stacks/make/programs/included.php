<?php
\Shop\helper('included');
