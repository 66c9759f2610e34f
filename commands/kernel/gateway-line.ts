import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { type Metrics, unmeasured } from '#domain/kernel/metrics.ts'

/** The gateway failed so often that it is left alone for a while. */
export class GatewayRests extends Error {
  override readonly name = 'GatewayRests'
  constructor(gateway: string) {
    super(`The gateway "${gateway}" is left alone for a while`)
  }
}

export type GatewayLineOptions = {
  /** For one call, everything included. */
  readonly timeoutMs: number
  /** Failures one after another until it is left alone. */
  readonly failures?: number
  /** How long it is left alone; then one call tries. */
  readonly restMs?: number
  /** Whether an error says that the gateway is away or broken; one that refuses works well. */
  readonly isOutage: (error: unknown) => boolean
  readonly metrics?: Metrics
}

const FAILURES = 5
const REST_MS = 30_000

/** What every call to a service outside goes through: its time-out, its circuit, its figures. */
export interface GatewayLine {
  readonly name: string
  readonly timeoutMs: number
  /** True while a call would be refused without trying. */
  rests(): boolean
  /**
   * @param work is told to end by the signal: when the time is over, or when `signal` says so
   * @throws GatewayRests · what `work` throws
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** As an engine's health: a gateway that was not needed yet is well. */
  health(): { readonly name: string; readonly ok: boolean; readonly detail: string }
}

export function gatewayLine(
  name: string,
  { timeoutMs, failures = FAILURES, restMs = REST_MS, isOutage, metrics = unmeasured }: GatewayLineOptions,
): GatewayLine {
  const circuit = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(failures),
    // cockatiel 4.0.0 measures the rest by the wall clock, which may be set back by hours: it is measured here.
    halfOpenAfter: Number.NEGATIVE_INFINITY,
  })
  let restsUntil = 0
  circuit.onBreak(() => void (restsUntil = performance.now() + restMs))
  const rests = (): boolean => circuit.state === CircuitState.Open && performance.now() < restsUntil

  return {
    name,
    timeoutMs,
    rests,
    async run(work, signal) {
      const elapsed = metrics.stopwatch()
      if (rests()) {
        metrics.gatewayCalled(name, 'rests', elapsed())
        throw new GatewayRests(name)
      }
      const inTime = AbortSignal.timeout(timeoutMs)
      try {
        const done = await circuit.execute(() => work(signal ? AbortSignal.any([inTime, signal]) : inTime))
        metrics.gatewayCalled(name, 'done', elapsed())
        return done
      } catch (error) {
        metrics.gatewayCalled(
          name,
          error instanceof BrokenCircuitError ? 'rests' : isOutage(error) ? 'failed' : 'refused',
          elapsed(),
        )
        throw error instanceof BrokenCircuitError ? new GatewayRests(name) : error
      }
    },
    health() {
      if (circuit.state === CircuitState.Closed) return { name, ok: true, detail: 'answers, or was not asked yet' }
      return { name, ok: false, detail: 'failed several times and is left alone for a while' }
    },
  }
}
