<h1>Cart</h1>
@foreach ($items as $item)
  <p>{{ $item->missing() }}</p>
@endforeach
