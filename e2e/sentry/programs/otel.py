"""Usage: ENDPOINT=… TOKEN=… FORM=proto|json python3 otel.py

Reports two exceptions, each as a log record of the logging module and as an event of a span.
"""

import importlib
import logging
import os

from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

endpoint, form = os.environ["ENDPOINT"], os.environ["FORM"]
headers = {"authorization": f"Bearer {os.environ['TOKEN']}"}
exporters = f"opentelemetry.exporter.otlp.{form}.http"
OTLPLogExporter = importlib.import_module(f"{exporters}._log_exporter").OTLPLogExporter
OTLPSpanExporter = importlib.import_module(f"{exporters}.trace_exporter").OTLPSpanExporter

resource = Resource.create(
    {"service.name": "shop", "service.version": "1.2.3", "deployment.environment.name": "staging"}
)
spans = TracerProvider(resource=resource)
spans.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces", headers=headers)))
logs = LoggerProvider(resource=resource)
logs.add_log_record_processor(
    SimpleLogRecordProcessor(OTLPLogExporter(endpoint=f"{endpoint}/v1/logs", headers=headers))
)
logger = logging.getLogger("shop")
logger.addHandler(LoggingHandler(logger_provider=logs))
logger.propagate = False
logger.setLevel(logging.INFO)


class StockError(Exception):
    pass


def total(cart):
    return cart["total"]


def reserve(count):
    raise StockError(f"{count} left")


tracer = spans.get_tracer("shop")
for fail in (lambda: total({}), lambda: reserve(0)):
    with tracer.start_as_current_span("GET /cart") as span:
        try:
            fail()
        except Exception as error:
            span.record_exception(error)
            logger.exception("the cart has no total")
logger.info("hello")
spans.shutdown()
logs.shutdown()
