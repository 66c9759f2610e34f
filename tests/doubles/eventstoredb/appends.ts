import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  Metadata,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  status as grpcStatus,
} from '@grpc/grpc-js'
import { type Calls, type Knobs, failure } from './knobs.ts'
import type { DoubleLog, Expected, Outcome, Proposed } from './log.ts'
import { appendAnswer, nameOf, proposedOf } from './messages.ts'

type Request = InstanceType<typeof streams.AppendReq>
type Response = InstanceType<typeof streams.AppendResp>
type BatchRequest = InstanceType<typeof streams.BatchAppendReq>
type BatchResponse = InstanceType<typeof streams.BatchAppendResp>

export function notLeader({ host, port }: { host: string; port: number }) {
  const trailers = new Metadata()
  trailers.set('exception', 'not-leader')
  trailers.set('leader-endpoint-host', host)
  trailers.set('leader-endpoint-port', String(port))
  return failure(grpcStatus.NOT_FOUND, 'Leader info available', trailers)
}

const isNext = (knobs: Knobs, count: 'losingReplies' | 'swallowing' | 'refusing') =>
  knobs[count] > 0 && knobs[count]-- > 0

/** The append of one call: every request holds its header or one event. */
export function append(log: DoubleLog, knobs: Knobs, calls: Calls) {
  return (call: ServerReadableStream<Request, Response>, reply: sendUnaryData<Response>): void => {
    calls.append++
    let stream = ''
    let expected: Expected = 'any'
    const events: Proposed[] = []
    call.on('error', () => {}) // the caller has gone, so the error has no receiver
    call.on('data', (request: Request) => {
      const options = request.getOptions()
      const message = request.getProposedMessage()
      if (message) events.push(proposedOf(message))
      if (!options) return
      stream = nameOf(options.getStreamIdentifier())
      expected = options.hasNoStream()
        ? 'no_stream'
        : options.hasStreamExists()
          ? 'stream_exists'
          : options.hasRevision()
            ? Number(options.getRevision())
            : 'any'
    })
    call.on('end', () => {
      const { chaos, leader } = knobs
      if (leader) return reply(notLeader(leader))
      if (isNext(knobs, 'refusing') || (chaos && chaos.random() < chaos.refuses))
        return reply(failure(grpcStatus.UNAVAILABLE, 'Server Is Not Ready'))
      const outcome = log.append(stream, expected, events)
      if (knobs.silent || isNext(knobs, 'swallowing')) return
      const lost = isNext(knobs, 'losingReplies') || (chaos && chaos.random() < chaos.loses)
      const answer = () =>
        lost
          ? reply(failure(grpcStatus.UNAVAILABLE, 'Connection dropped'))
          : reply(null, appendAnswer(outcome, expected))
      if (knobs.delay > 0) setTimeout(answer, knobs.delay)
      else answer()
    })
  }
}

/** The call that the product must never make; it works, so that only the count of calls tells. */
export function batchAppend(log: DoubleLog, calls: Calls) {
  return (call: ServerDuplexStream<BatchRequest, BatchResponse>): void => {
    calls.batchAppend++
    const events: Proposed[] = []
    let options: InstanceType<typeof streams.BatchAppendReq.Options> | undefined
    call.on('error', () => {})
    call.on('data', (request: BatchRequest) => {
      options = request.getOptions() ?? options
      events.push(...request.getProposedMessagesList().map(proposedOf))
      if (!request.getIsFinal() || !options) return
      const expected = options.hasNoStream()
        ? 'no_stream'
        : options.hasStreamExists()
          ? 'stream_exists'
          : options.hasAny()
            ? 'any'
            : Number(options.getStreamPosition())
      const outcome = log.append(nameOf(options.getStreamIdentifier()), expected, events.splice(0))
      call.write(
        batchAnswer(outcome)
          .setCorrelationId(request.getCorrelationId())
          .setStreamIdentifier(options.getStreamIdentifier()),
      )
    })
    call.on('end', () => call.end())
  }
}

function batchAnswer(outcome: Outcome): BatchResponse {
  const answer = new streams.BatchAppendResp()
  if (!outcome.taken)
    return answer.setError(new status.Status().setCode(9).setMessage('WrongExpectedVersion'))
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position))
  return answer.setSuccess(
    new streams.BatchAppendResp.Success()
      .setCurrentRevision(String(outcome.revision))
      .setPosition(position),
  )
}
