import type { IncomingHttpHeaders } from 'node:http'
import type { Attributes, Span } from '@opentelemetry/api'
import type { Measures } from './metrics.ts'

/** Traces for an OpenTelemetry collector. */
export type Telemetry = {
  /** The same figures; what they time becomes spans too. */
  readonly measures: (measures: Measures) => Measures
  /** Ids for the log line of the moment; none outside of a request. */
  readonly idsNow: () => { readonly traceId?: string; readonly spanId?: string }
  /** Sends what waits. */
  readonly close: () => Promise<void>
}

type Settings = {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  readonly OTEL_SERVICE_NAME: string
}

/**
 * Opens the exporter that OpenTelemetry's own variables describe. The SDK is loaded only where an
 * endpoint is set, so that other processes pay nothing for it.
 */
export async function openTelemetry(settings: Settings): Promise<Telemetry | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = settings
  if ((OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT) === undefined) return null
  const [{ NodeSDK }, { context, propagation, SpanKind, SpanStatusCode, trace }] =
    await Promise.all([import('@opentelemetry/sdk-node'), import('@opentelemetry/api')])
  const sdk = new NodeSDK({
    serviceName: settings.OTEL_SERVICE_NAME,
    instrumentations: [],
    // Figures are those of /api/metrics, and lines are those of the process.
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  const tracer = trace.getTracer('carnet')

  /** Work that has just ended, within the request of the moment. */
  function ended(name: string, attributes: Attributes, seconds: number, isFailed: boolean): void {
    const now = Date.now()
    const span = tracer.startSpan(name, { startTime: now - seconds * 1_000, attributes })
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(now)
  }

  function requestBegun(headers: IncomingHttpHeaders) {
    const outer = propagation.extract(context.active(), headers)
    const span: Span = tracer.startSpan('request', { kind: SpanKind.SERVER }, outer)
    const within = trace.setSpan(outer, span)
    return {
      within: (next: () => void) => context.with(within, next),
      end(method: string, route: string, status: number) {
        span.updateName(`${method} ${route}`)
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    measures: (measures) => ({
      ...measures,
      requestBegun,
      commandEnded(command, outcome, seconds) {
        measures.commandEnded(command, outcome, seconds)
        const isFailed = outcome === 'failed' || outcome === 'unavailable'
        ended(`command ${command}`, { 'carnet.outcome': outcome }, seconds, isFailed)
      },
      appended(outcome, events, seconds, owner) {
        measures.appended(outcome, events, seconds, owner)
        const isFailed = outcome === 'failed' || outcome === 'unavailable' || outcome === 'unknown'
        const attributes = { 'carnet.outcome': outcome, 'carnet.events': events }
        ended('append', attributes, seconds, isFailed)
      },
      batchFolded(projection, outcome, events, seconds) {
        measures.batchFolded(projection, outcome, events, seconds)
        const attributes = { 'carnet.outcome': outcome, 'carnet.events': events }
        ended(`projection ${projection}`, attributes, seconds, false)
      },
      workEnded(list, outcome, seconds) {
        measures.workEnded(list, outcome, seconds)
        ended(`work ${list}`, { 'carnet.outcome': outcome }, seconds, outcome === 'failed')
      },
      gatewayCalled(gateway, outcome, seconds) {
        measures.gatewayCalled(gateway, outcome, seconds)
        ended(`gateway ${gateway}`, { 'carnet.outcome': outcome }, seconds, outcome === 'failed')
      },
    }),
    idsNow() {
      const active = trace.getActiveSpan()?.spanContext()
      return active === undefined ? {} : { traceId: active.traceId, spanId: active.spanId }
    },
    // A collector that is away must not keep the process from ending.
    close: () => sdk.shutdown().catch(() => {}),
  }
}
