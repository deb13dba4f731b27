import { snippets } from './source.ts'

/** Source around some calls of the API and its import, by file and line. `>` marks the line that ran. */
export const phpApiSource = snippets({
  'app/Stock/Reservations.php:61': `
    public function reserve(int $item, int $count): Reservation
    {
        return DB::transaction(function () use ($item, $count) {
            $stock = Stock::query()->lockForUpdate()->findOrFail($item);
            // The stock of bundles is that of their parts.
>           $stock->update(['reserved' => $stock->reserved + $count]);

            return Reservation::for($stock, $count)->validUntil(now()->addMinutes(15));
        });
    }`,
  'app/Http/Controllers/OrderController.php:48': `
    public function store(StoreOrder $request): OrderResource
    {
        $order = Order::draft($request->user(), $request->address());

        foreach ($request->lines() as $line) {
>           $order->add($this->reservations->reserve($line->item, $line->count));
        }

        PlaceOrder::dispatch($order)->afterCommit();

        return new OrderResource($order);`,
  'app/Billing/Invoice.php:92': `
        return new self(
            number: InvoiceNumber::next(),
            lines: array_map(Line::fromOrder(...), $order->lines),
            buyer: $order->customer->name,
            // Only companies have one.
>           vatId: $order->customer->attributes['vat_id'],
        );
    }`,
  'app/Billing/InvoiceTotal.php:27': `
final class InvoiceTotal
{
    private Money $net;

    /** Adds a line, with its tax. */
>   public function add(Line $line): self
    {
        $this->net = $this->net->plus($line->net);

        return $this->withTax($line->taxRate, $line->net);
    }`,
  'app/Billing/Invoice.php:118': `
    public function total(): InvoiceTotal
    {
        $total = InvoiceTotal::zero($this->currency);

        foreach ($this->positions as $position) {
>           $total->add($this->lines[$position] ?? null);
        }

        return $total;
    }`,
  'app/Shipping/CarrierClient.php:55': `
    /** @return array<string, mixed> */
    public function get(string $path, array $query): array
    {
        $key = sha1($path . json_encode($query, JSON_THROW_ON_ERROR));

>       return $this->cache->remember($key, 600, fn () => $this->http->get($path, ['query' => $query])->json());
    }`,
  'import/catalog.py:87': `
def to_row(item: dict[str, Any]) -> Row:
    """A row of the catalog, as the shop reads it."""
    return {
        "sku": item["sku"].strip(),
        "name": item.get("name") or item["title"],
>       "ean": item["ean"],
        "price": Decimal(str(item["price"])).quantize(CENT),
        "stock": max(0, int(item.get("stock", 0))),
    }`,
  'import/catalog.py:112': `
def load(feed: Feed) -> int:
    log.info("loading %s", feed.url)
    # One transaction for all: half a catalog is worse than an old one.
    with connect() as database:
        database.execute("delete from staging")
>       rows = [to_row(item) for item in feed]
        database.executemany(INSERT, rows)
    return len(rows)`,
})
