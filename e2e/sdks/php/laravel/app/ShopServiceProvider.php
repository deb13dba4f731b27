<?php

declare(strict_types=1);

namespace App;

use Illuminate\Auth\GenericUser;
use Illuminate\Http\Request;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\Schema;
use Illuminate\Support\ServiceProvider;

final class ShopServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        Auth::viaRequest('header', static fn (Request $request): ?GenericUser => $request->hasHeader('x-user')
            ? new GenericUser(['id' => $request->header('x-user'), 'email' => 'hidden@example.com'])
            : null);
        $this->app->booted(static function (): void {
            Route::get('/ok', static fn () => 'fine');
            Route::get('/orders/{id}', [OrderController::class, 'show']);
            Route::post('/orders/{id}', [OrderController::class, 'show'])->middleware(StartSession::class);
            Route::get('/stock', static function (): never {
                Http::get(getenv('BUGLE_ENDPOINT') . '/sdk/composer/packages.json?token=hidden-url');
                throw new \RangeException('no stock');
            });
            Route::get('/cart', static fn () => view('cart', ['items' => [new \ArrayObject()]]));
            Route::get('/warn', static fn () => [][7]);
            Route::get('/insert', static fn () => DB::insert('insert into nowhere values (?)', ['hidden-insert']));
            Route::get('/handled', static function (): string {
                report(new \OverflowException('too many'));
                return 'handled';
            });
            Route::get('/log', static function (): string {
                Log::channel('bugle')->error('the stock is low', ['sku' => 'A-17', 'password' => 'hidden-log']);
                return 'logged';
            });
            Route::get('/memory', static function (): string {
                for ($all = [];;) {
                    $all[] = str_repeat('x', 1000);
                }
            });
        });
        $this->prepareDatabase();
    }

    private function prepareDatabase(): void
    {
        $file = storage_path('shop.sqlite');
        if (is_file($file)) {
            return;
        }
        touch($file);
        Schema::create('jobs', static function ($table): void {
            $table->bigIncrements('id');
            $table->string('queue')->index();
            $table->longText('payload');
            $table->unsignedTinyInteger('attempts');
            $table->unsignedInteger('reserved_at')->nullable();
            $table->unsignedInteger('available_at');
            $table->unsignedInteger('created_at');
        });
        DB::statement('create table orders (id integer, card text)');
    }
}
