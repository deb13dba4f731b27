import { expect, it } from 'vitest'
import { anchorOf } from './anchors.ts'

it.each([
  ["Beside Sentry's SDK", 'beside-sentrys-sdk'],
  ['Source maps, by bundler', 'source-maps-by-bundler'],
  ['map_missing_for_file', 'map_missing_for_file'],
  ['OpenTelemetry (OTLP/HTTP)', 'opentelemetry-otlphttp'],
  ['Wer übersetzt — und wie', 'wer-übersetzt--und-wie'],
])('the anchor of «%s» is %s', (heading, anchor) => expect(anchorOf(heading)).toBe(anchor))
