import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerWritableStream, status as grpcStatus } from '@grpc/grpc-js'
import { notLeader } from './appends.ts'
import { type Calls, type Knobs, failure } from './knobs.ts'
import type { DoubleLog, StoredEvent } from './log.ts'
import {
  type ReadAnswer,
  caughtUp,
  checkpoint,
  confirmation,
  eventAnswer,
  nameOf,
  notFoundAnswer,
} from './messages.ts'

type Request = InstanceType<typeof streams.ReadReq>
type Options = InstanceType<typeof streams.ReadReq.Options>
export type ReadCall = ServerWritableStream<Request, ReadAnswer>

const BACKWARDS = 1

/** Reads of a stream or of `$all`, and subscriptions to `$all`. */
export function read(log: DoubleLog, knobs: Knobs, calls: Calls, subscriptions: Set<ReadCall>) {
  return (call: ReadCall): void => {
    call.on('error', () => {}) // the caller has gone, so the error has no receiver
    const options = call.request.getOptions()
    if (!options) return void call.end()
    if (options.hasSubscription()) calls.subscribe++
    else calls.read++
    if (knobs.leader) return void call.emit('error', notLeader(knobs.leader))
    if (knobs.silent) return
    const answer = () =>
      options.hasSubscription()
        ? subscribe(call, options, log, knobs, subscriptions)
        : once(call, options, log, knobs)
    if (knobs.delay > 0) setTimeout(answer, knobs.delay)
    else answer()
  }
}

function once(call: ReadCall, options: Options, log: DoubleLog, knobs: Knobs): void {
  const stream = options.getStream()
  const name = nameOf(stream?.getStreamIdentifier())
  const known = stream ? log.stream(name) : log.events
  if (!known) {
    call.write(notFoundAnswer(name))
    return void call.end()
  }
  const events = (stream ? ofStream(known, options) : ofAll(known, options)).slice(
    0,
    Number(options.getCount()),
  )
  const breaking =
    knobs.breakingReads && knobs.breakingReads.times-- > 0 ? knobs.breakingReads.after : null
  const until = breaking ?? knobs.silentAfter ?? events.length
  for (const event of events.slice(0, until)) call.write(eventAnswer(event))
  if (breaking !== null) call.emit('error', failure(grpcStatus.UNAVAILABLE, 'Connection dropped'))
  else if (until >= events.length) call.end()
}

function ofStream(events: readonly StoredEvent[], options: Options): readonly StoredEvent[] {
  const stream = options.getStream()
  const revision = stream?.hasRevision() ? Number(stream.getRevision()) : null
  if (options.getReadDirection() === BACKWARDS)
    return events.slice(0, revision === null ? undefined : revision + 1).reverse()
  return events.slice(revision ?? 0)
}

/** Forwards from a position with the event that stands there, backwards without it. */
function ofAll(events: readonly StoredEvent[], options: Options): readonly StoredEvent[] {
  const all = options.getAll()
  const from = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : null
  if (options.getReadDirection() === BACKWARDS)
    return (from === null ? events : events.filter((event) => event.position < from)).toReversed()
  if (all?.hasEnd()) return []
  if (from === null) return events
  return events.slice(firstAt(events, from))
}

/** Index of the first event at or behind a position. */
function firstAt(events: readonly StoredEvent[], position: bigint): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.position ?? 0n) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Behind its position, exclusive; a checkpoint for whatever the filter passes over. */
function subscribe(
  call: ReadCall,
  options: Options,
  log: DoubleLog,
  knobs: Knobs,
  subscriptions: Set<ReadCall>,
): void {
  const all = options.getAll()
  const from = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : -1n
  const wanted = filterOf(options)
  let next = all?.hasEnd() ? log.events.length : firstAt(log.events, from + 1n)
  const pump = () => {
    if (knobs.silent || knobs.muted) return
    for (; next < log.events.length; next++) {
      const event = log.events[next]
      if (event) call.write(wanted(event) ? eventAnswer(event) : checkpoint(event.position))
    }
  }
  call.write(confirmation(`subscription-${subscriptions.size}`))
  pump()
  call.write(caughtUp())
  subscriptions.add(call)
  const stop = log.onGrown(pump)
  call.on('cancelled', () => {
    stop()
    subscriptions.delete(call)
  })
  call.on('close', stop)
}

function filterOf(options: Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter()
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType()
  if (!filter || !expression) return () => true
  const textOf = filter.hasStreamIdentifier()
    ? (event: StoredEvent) => event.stream
    : (event: StoredEvent) => event.type
  const prefixes = expression.getPrefixList()
  if (prefixes.length > 0)
    return (event) => prefixes.some((prefix) => textOf(event).startsWith(prefix))
  const pattern = new RegExp(expression.getRegex())
  return (event) => pattern.test(textOf(event))
}
