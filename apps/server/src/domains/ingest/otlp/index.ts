/** Owns the ways in of OpenTelemetry's exporters: exceptions in logs and traces become events. */
export { mountOtlpRoutes } from './routes.ts'
