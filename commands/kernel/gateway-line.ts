import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel'
import { type Metrics, unmeasured } from '#domain/kernel/ports/metrics.ts'

/** The gateway failed so often that it is not called for a while. */
export class GatewayRests extends Error {
  override readonly name = 'GatewayRests'
  constructor(gateway: string) {
    super(`The gateway "${gateway}" is left alone for a while`)
  }
}

export type GatewayLineOptions = {
  /** Time limit of one call, retries included. */
  readonly timeoutMs: number
  /** Consecutive failures until the gateway is not called for a while. */
  readonly failures?: number
  /** Pause without calls; then one trial call is made. */
  readonly restMs?: number
  /**
   * Whether an error means that the gateway is away or broken. A gateway that refuses a call works.
   */
  readonly isOutage: (error: unknown) => boolean
  readonly metrics?: Metrics
}

const FAILURES = 5
const REST_MS = 30_000

/** Every call to an outside service passes through it: time-out, circuit breaker, metrics. */
export interface GatewayLine {
  readonly name: string
  readonly timeoutMs: number
  /** True while calls are refused without trying. */
  rests(): boolean
  /**
   * @param work has to stop when its signal says so: at the time-out, or when `signal` aborts
   * @throws GatewayRests · the error of `work`
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Shown in `/api/ready`: a gateway that was never called counts as well. */
  health(): { readonly name: string; readonly ok: boolean; readonly detail: string }
}

export function gatewayLine(
  name: string,
  {
    timeoutMs,
    failures = FAILURES,
    restMs = REST_MS,
    isOutage,
    metrics = unmeasured,
  }: GatewayLineOptions,
): GatewayLine {
  const circuit = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(failures),
    // cockatiel 4.0.0 measures the pause by the wall clock, which may be set back by hours. The
    // pause is therefore measured here.
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
        const done = await circuit.execute(() =>
          work(signal ? AbortSignal.any([inTime, signal]) : inTime),
        )
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
      if (circuit.state === CircuitState.Closed)
        return { name, ok: true, detail: 'answers, or was not asked yet' }
      return { name, ok: false, detail: 'failed several times and is left alone for a while' }
    },
  }
}
