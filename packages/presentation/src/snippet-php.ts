import type { Snippet } from './snippet-name.ts'

type Text = Snippet['text']

// Programs that use our packages for PHP: the first examples of their pages in docs/, which a test keeps equal.

function installOf(name: string): NonNullable<Snippet['install']> {
  return (origin) => `composer config repositories.bugle composer ${origin}/sdk/composer
composer require bugle/${name}`
}

const programText: Text = (origin, { app_id }, token) => `<?php
require 'vendor/autoload.php';

use Bugle\\Bugle;

Bugle::init([
    'token' => ${phpLiteral(token)},
    'endpoint' => ${phpLiteral(origin)},
    'appId' => ${phpLiteral(app_id)},
]);

Bugle::captureException(new RuntimeException('Hello, Bugle'));`

/** Returns the lines of `.env`, then the command that tries them. */
function settingsText(command: string): Text {
  return (origin, { app_id }, token) => `# .env
BUGLE_TOKEN=${dotenv(token)}
BUGLE_ENDPOINT=${dotenv(origin)}
BUGLE_APP_ID=${dotenv(app_id)}

# Then run: ${command} bugle:test`
}

export const phpSnippets: Snippet[] = [
  { name: 'PHP', install: installOf('bugle-php'), text: programText },
  { name: 'Laravel', install: installOf('laravel'), text: settingsText('php artisan') },
  { name: 'Symfony', install: installOf('symfony'), text: settingsText('php bin/console') },
]

/** Writes a string literal of PHP, in which only two characters are special. */
export function phpLiteral(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

/** Writes a value of a dotenv file, in quotes unless it is plain. */
function dotenv(text: string): string {
  return /^[\w.:/…-]+$/.test(text) ? text : `"${text.replaceAll(/["\\$]/g, '\\$&')}"`
}
