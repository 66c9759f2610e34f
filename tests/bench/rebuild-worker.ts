import { once } from 'node:events'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { upcasting } from '#commands/event-store/upcast.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { startWorkers } from '#workers/kernel/run.ts'
import { bullmqQueue } from '#workers/queue/bullmq.ts'
import { memoryLog } from '#tests/doubles/log.ts'

/**
 * One worker process of `workers.ts`: `node rebuild-worker.ts <log> <mongodb url> <redis url>
 * <prefix>`, and the names of the projections it keeps. Says when it is there, and begins when it
 * is told to.
 */
const [file = '', mongodb = '', redis = '', prefix = '', ...names] = process.argv.slice(2)

const log = memoryLog()
const store = upcasting(openSqliteEventStore(file, { check: 'beside' }), upcasters)
const queue = bullmqQueue({ url: redis, log, prefix })
const projector = createProjector({
  store,
  readStore: await mongoReadStore(mongodb),
  queue,
  clock: { now: Date.now },
  log,
  projections: projections.filter(({ name }) => names.includes(name)),
  groupOf: ({ name }) => name,
})
// The log is checked by then, as after a long uptime.
await store.head()
console.log('there')
await once(process.stdin, 'data')
await startWorkers({ store, queue, projector, unattended: null, log })
