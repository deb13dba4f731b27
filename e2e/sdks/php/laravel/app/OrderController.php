<?php

declare(strict_types=1);

namespace App;

use Illuminate\Http\Request;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\DB;

final class OrderController
{
    public function show(Request $request, string $id): string
    {
        Auth::user();
        if ($request->hasSession()) {
            $request->session()->put('card', 'hidden-session');
        }
        DB::select("select * from orders where id = ? and card <> 'hidden-literal'", ['hidden-binding']);
        return $this->charge($id, (string) $request->input('card'));
    }

    private function charge(string $id, string $card): string
    {
        throw new \DomainException("card declined for order $id");
    }
}
