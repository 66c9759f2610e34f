import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Expected, Outcome, Proposed, StoredEvent } from './log.ts'

const { AppendReq, AppendResp, ReadResp } = streams

const identifierOf = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(new TextEncoder().encode(stream))
export const nameOf = (identifier: shared.StreamIdentifier | undefined): string =>
  new TextDecoder().decode(identifier?.getStreamName_asU8())

type Message =
  | InstanceType<typeof AppendReq.ProposedMessage>
  | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>
export const proposedOf = (message: Message): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

/** An answer to a reader, as far as the wire needs it. */
export type ReadAnswer = Pick<InstanceType<typeof ReadResp>, 'serializeBinary'>

/** The bytes of each event's answer are made once: every read model reads the whole log. */
const answers = new WeakMap<StoredEvent, Uint8Array>()
export function eventAnswer(event: StoredEvent): ReadAnswer {
  const bytes = answers.get(event) ?? answerOf(event).serializeBinary()
  answers.set(event, bytes)
  return { serializeBinary: () => bytes }
}

function answerOf(event: StoredEvent) {
  const position = String(event.position)
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(event.created))
  return new ReadResp().setEvent(
    new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  )
}

export const notFoundAnswer = (stream: string) =>
  new ReadResp().setStreamNotFound(
    new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  )
export const confirmation = (id: string) =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id))
export const caughtUp = () => new ReadResp().setCaughtUp(new ReadResp.CaughtUp())
export const checkpoint = (position: bigint) =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  )

export function appendAnswer(outcome: Outcome, expected: Expected) {
  if (outcome.taken) {
    const position = new AppendResp.Position()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position))
    return new AppendResp().setSuccess(
      new AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
    )
  }
  const wrong = new AppendResp.WrongExpectedVersion()
  if (outcome.current === -1) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(outcome.current))
  if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty())
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty())
  else if (expected !== 'any') wrong.setExpectedRevision(String(expected))
  return new AppendResp().setWrongExpectedVersion(wrong)
}
