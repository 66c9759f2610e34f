import type { IncomingHttpHeaders } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import client, { type Registry } from 'prom-client'
import type { QueueDepth } from '#domain/kernel/ports/job-queue.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import { FIGURES, tenantTallies } from './tenant-tallies.ts'
import type { Readiness } from './readiness.ts'

/** Values that are read when the metrics are requested, not counted as they happen. */
export type Observed = {
  readonly readiness: () => Promise<Readiness>
  readonly queues: () => Promise<readonly QueueDepth[]>
  /** Work whose last attempt failed, by list. */
  readonly failedWork: () => readonly { readonly list: string }[]
  readonly workLists: readonly string[]
  /** Free space of the data directory. @unit bytes */
  readonly diskFree: () => number
  readonly upkeep: () => Promise<Upkeep>
}

/** State of documents, backups, seals, certificate and keys. Times are epoch milliseconds. */
export type Upkeep = {
  readonly documents: {
    readonly damaged: number
    readonly missing: number
    readonly checkedAt: number | null
  }
  readonly backupAt: number | null
  readonly sealedAt: number | null
  /** End of the certificate that this process serves; null without one. */
  readonly certificateUntil: number | null
  /** When the key that wraps all others was made; null where nothing tells. */
  readonly keysWrappedAt: number | null
  /** End and whole life of the vault's token; null without one that ends. */
  readonly vaultToken: { readonly endsAt: number; readonly lifeMs: number } | null
}
export const NO_UPKEEP: Upkeep = {
  documents: { damaged: 0, missing: 0, checkedAt: null },
  backupAt: null,
  sealedAt: null,
  certificateUntil: null,
  keysWrappedAt: null,
  vaultToken: null,
}

export type RequestTrace = {
  readonly within: (next: () => void) => void
  readonly end: (method: string, route: string, status: number) => void
}

export type Measures = Metrics & {
  signInEnded(outcome: 'right' | 'wrong' | 'locked'): void
  accessRefused(code: string): void
  tokenReused(): void
  /** @param status of the answer */
  requestEnded(method: string, route: string, status: number, seconds: number): void
  /** Begins a request's trace, within which its handler runs. Absent without telemetry. */
  readonly requestBegun?: (headers: IncomingHttpHeaders) => RequestTrace
  /** Cost of a request of a tenant. @param bytes received and sent */
  tenantServed(tenant: string, bytes: number, seconds: number): void
  /** The metrics in Prometheus's format. */
  exposition(observed: Observed): Promise<{ readonly contentType: string; readonly text: string }>
}

/** From a millisecond to the time-out of a store. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const STATES = ['building', 'live', 'stopped', 'unknown'] as const

/**
 * Counts and times what the process does, for Prometheus. Names end in their unit, counters in
 * `_total`. Labels are names of the code, so that their number is bounded. Users are named where
 * they cost most alone.
 */
export function prometheus(): Measures {
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const { counter, gauge, histogram } = makers(registry)

  const requests = histogram(
    'carnet_http_request_duration_seconds',
    'Time to answer, by route and status',
    ['method', 'route', 'status'],
  )
  const commands = histogram(
    'carnet_command_duration_seconds',
    'Time a command took, retries included',
    ['command', 'outcome'],
  )
  const retries = counter(
    'carnet_command_retries_total',
    'Commands decided again: the stream had moved on, or an append had no known outcome',
    ['reason'],
  )
  const appends = histogram(
    'carnet_append_duration_seconds',
    'Time the event store took for an append; outcome stale is a conflict',
    ['outcome'],
  )
  const appended = counter('carnet_appended_events_total', 'Events written to the log')
  const batches = histogram(
    'carnet_projection_batch_duration_seconds',
    'Time to fold and write a batch; outcome raced when another worker was faster',
    ['projection', 'outcome'],
  )
  const folded = counter('carnet_projection_events_total', 'Events folded into a read model', [
    'projection',
  ])
  const stops = counter(
    'carnet_projection_stops_total',
    'Times a projection met an event it cannot fold',
    ['projection'],
  )
  const rings = counter(
    'carnet_queue_rings_total',
    'Times a job was asked for; a burst makes few runs',
    ['topic'],
  )
  const jobs = histogram(
    'carnet_job_duration_seconds',
    'Time a run took; outcome more when it has to go on',
    ['topic', 'outcome'],
  )
  const work = histogram(
    'carnet_work_duration_seconds',
    'Time an attempt at a piece of work took',
    ['list', 'outcome'],
  )
  const gateways = histogram(
    'carnet_gateway_call_duration_seconds',
    'Time a call to a service outside took; outcome rests when it was not asked',
    ['gateway', 'outcome'],
  )

  const signIns = counter(
    'carnet_sign_in_attempts_total',
    'Passwords that were tried; locked were not looked at',
    ['outcome'],
  )
  const refusals = counter(
    'carnet_access_refused_total',
    'Calls for what the caller may not do or see',
    ['code'],
  )
  const reuses = counter('carnet_token_reuse_total', 'Refresh tokens that came a second time')

  const engines = gauge('carnet_engine_up', 'Whether an engine answers', ['engine'])
  const lagEvents = gauge(
    'carnet_projection_lag_events',
    'Events of the log that a projection has not read, counted up to 10000',
    ['projection'],
  )
  const lagSeconds = gauge(
    'carnet_projection_lag_seconds',
    'Age of the oldest event that a projection has not read',
    ['projection'],
  )
  const states = gauge('carnet_projection_state', 'Whether a projection is in that state', [
    'projection',
    'state',
  ])
  const depths = gauge('carnet_queue_jobs', 'Jobs that wait, run, and failed', ['topic', 'state'])
  const failed = gauge(
    'carnet_work_failed',
    'Pieces of work whose last attempt in this process failed',
    ['list'],
  )

  const diskFree = gauge('carnet_disk_free_bytes', 'Free space of the data directory', [])
  const ready = gauge('carnet_ready', 'Whether /api/ready answers 200', [])
  const heapLimit = gauge('carnet_heap_limit_bytes', 'Size at which the heap ends the process', [])
  const cacheSizes = new Map<string, () => number>()
  const caches = gauge('carnet_cache_entries', 'Entries that a cache holds in memory', ['cache'])
  const observeUpkeep = upkeepGauges(gauge)
  async function observe({
    readiness,
    queues,
    failedWork,
    workLists,
    diskFree: free,
    upkeep,
  }: Observed): Promise<void> {
    diskFree.set({}, free())
    for (const [cache, size] of cacheSizes) caches.set({ cache }, size())
    heapLimit.set({}, getHeapStatistics().heap_size_limit)
    const [health, queueCounts, state] = await Promise.all([
      readiness(),
      queues().catch(() => []),
      upkeep().catch(() => null),
    ])
    ready.set({}, Number(health.ready))
    observeTenants()
    if (state !== null) observeUpkeep(state)
    for (const { name, ok } of health.engines) engines.set({ engine: name }, Number(ok))
    // A value that is unknown now is left out; its last value is not kept.
    for (const one of [lagEvents, lagSeconds, depths]) one.reset()
    for (const { name, state, lag } of health.projections) {
      for (const other of STATES)
        states.set({ projection: name, state: other }, Number(other === state))
      if (lag === null) continue
      lagEvents.set({ projection: name }, lag.events)
      lagSeconds.set({ projection: name }, lag.seconds)
    }
    for (const { topic, waiting, active, failed: kept } of queueCounts) {
      depths.set({ topic, state: 'waiting' }, waiting)
      depths.set({ topic, state: 'active' }, active)
      depths.set({ topic, state: 'failed' }, kept)
    }
    const failing = failedWork()
    for (const list of workLists)
      failed.set({ list }, failing.filter((one) => one.list === list).length)
  }

  const tenants = tenantTallies()
  const observeTenants = tenantGauges(gauge, tenants)

  let observing: Promise<unknown> = Promise.resolve()

  return {
    stopwatch() {
      const started = performance.now()
      return () => (performance.now() - started) / 1_000
    },
    commandEnded: (command, outcome, seconds) => commands.observe({ command, outcome }, seconds),
    commandRetried: (reason) => retries.inc({ reason }),
    appended(outcome, events, seconds, owner) {
      appends.observe({ outcome }, seconds)
      if (outcome !== 'written') return
      appended.inc(events)
      if (owner !== undefined) tenants.add(owner, { events })
    },
    tenantServed: (tenant, bytes, seconds) => tenants.add(tenant, { bytes, seconds }),
    batchFolded(projection, outcome, events, seconds) {
      batches.observe({ projection, outcome }, seconds)
      folded.inc({ projection }, events)
    },
    projectionStopped: (projection) => stops.inc({ projection }),
    rung: (topic) => rings.inc({ topic }),
    jobEnded: (topic, outcome, seconds) => jobs.observe({ topic, outcome }, seconds),
    workEnded: (list, outcome, seconds) => work.observe({ list, outcome }, seconds),
    gatewayCalled: (gateway, outcome, seconds) => gateways.observe({ gateway, outcome }, seconds),
    cacheOpened: (cache, size) => void cacheSizes.set(cache, size),
    signInEnded: (outcome) => signIns.inc({ outcome }),
    accessRefused: (code) => refusals.inc({ code }),
    tokenReused: () => reuses.inc(),
    requestEnded: (method, route, status, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    async exposition(observed) {
      // One request at a time: gauges are emptied and filled again.
      const mine = observing.then(() => observe(observed)).then(() => registry.metrics())
      observing = mine.catch(() => {})
      return { contentType: registry.contentType, text: await mine }
    },
  }
}

type Gauges = ReturnType<typeof makers>['gauge']

function upkeepGauges(gauge: Gauges) {
  const documents = gauge('carnet_documents', 'Documents that were found damaged or missing', [
    'state',
  ])
  const times = {
    checked: gauge(
      'carnet_documents_checked_timestamp_seconds',
      'When the last whole check of all documents began; 0 before the first',
      [],
    ),
    backup: gauge(
      'carnet_backup_timestamp_seconds',
      'When the data directory was last backed up; 0 when it never was',
      [],
    ),
    seal: gauge(
      'carnet_seal_timestamp_seconds',
      'When the log was last sealed; 0 when it never was',
      [],
    ),
    certificate: gauge(
      'carnet_certificate_expiry_timestamp_seconds',
      'When the certificate of this process ends; absent without one',
      [],
    ),
    keys: gauge(
      'carnet_keys_wrapped_timestamp_seconds',
      'When the key that wraps all others was made; absent where nothing tells',
      [],
    ),
    token: gauge(
      'carnet_vault_token_expiry_timestamp_seconds',
      'When the token of the vault of keys ends; absent without one that ends',
      [],
    ),
    tokenLife: gauge(
      'carnet_vault_token_life_seconds',
      'Whole life of the token of the vault of keys',
      [],
    ),
  }
  /** Left out while it is unknown. */
  const setIfThere = (
    time: (typeof times)[keyof typeof times],
    ms: number | undefined | null,
  ): void => {
    time.remove()
    if (ms !== undefined && ms !== null) time.set({}, ms / 1_000)
  }

  return ({ documents: found, backupAt, sealedAt, ...ages }: Upkeep): void => {
    documents.set({ state: 'damaged' }, found.damaged)
    documents.set({ state: 'missing' }, found.missing)
    times.checked.set({}, (found.checkedAt ?? 0) / 1_000)
    times.backup.set({}, (backupAt ?? 0) / 1_000)
    times.seal.set({}, (sealedAt ?? 0) / 1_000)
    setIfThere(times.certificate, ages.certificateUntil)
    setIfThere(times.keys, ages.keysWrappedAt)
    setIfThere(times.token, ages.vaultToken?.endsAt)
    setIfThere(times.tokenLife, ages.vaultToken?.lifeMs)
  }
}

function tenantGauges(gauge: Gauges, tenants: ReturnType<typeof tenantTallies>) {
  const ofTenant = {
    events: gauge('carnet_tenant_events', 'Events written for a user', ['tenant']),
    bytes: gauge('carnet_tenant_bytes', 'Bytes received from a user and sent to it', ['tenant']),
    seconds: gauge('carnet_tenant_seconds', 'Time of answers to a user', ['tenant']),
  }
  return (): void => {
    for (const figure of FIGURES) {
      ofTenant[figure].reset()
      for (const [tenant, value] of tenants.largest(figure)) ofTenant[figure].set({ tenant }, value)
    }
  }
}

const makers = (registry: Registry) => {
  const registers = [registry]
  return {
    counter: <L extends string = never>(
      name: string,
      help: string,
      labelNames: readonly L[] = [],
    ) => new client.Counter<L>({ name, help, labelNames: [...labelNames], registers }),
    gauge: <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
      new client.Gauge<L>({ name, help, labelNames: [...labelNames], registers }),
    histogram: <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
      new client.Histogram<L>({
        name,
        help,
        labelNames: [...labelNames],
        buckets: SECONDS,
        registers,
      }),
  }
}
