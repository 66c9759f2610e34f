import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofSender, personal } from '#domain/kernel/personal.ts'
import { fileName } from './file-name.ts'
import { MAX_FILE_BYTES, MEDIA_TYPES } from './media-types.values.ts'

/** Description of an uploaded file. The bytes are in the documents, under their SHA-256. */
export type FileFacts = {
  readonly name: string
  /** Found in the file's content; the client's word is not taken. */
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

export type DocumentCommand =
  | ({ readonly type: 'Upload' } & FileFacts)
  | { readonly type: 'Remove' }
  /** For a removed document: its bytes are no longer needed by it. */
  | { readonly type: 'Release' }

export type DocumentEvent =
  | { readonly type: 'DocumentUploaded'; readonly data: FileFacts }
  | { readonly type: 'DocumentRemoved'; readonly data: Readonly<Record<never, never>> }
  /** The bytes are gone, unless another document or another event names them. */
  | { readonly type: 'DocumentReleased'; readonly data: Readonly<Record<never, never>> }

/**
 * A file name may name a person. The bytes are erased with the person too: their hash would still
 * prove who had them.
 */
export const documentPersonal = personal<DocumentEvent>(ofSender, {
  DocumentUploaded: { name: '', sha256: '' },
})

export type DocumentState =
  | { readonly status: 'none' }
  | ({ readonly status: 'live' } & FileFacts)
  | { readonly status: 'removed'; readonly sha256: string }
  | { readonly status: 'released' }

export const documentRefusal = catalogue({
  FILE_MISSING: 'invalid',
  FILE_EMPTY: 'invalid',
  FILE_TOO_LARGE: 'too-large',
  FILE_TYPE_UNSUPPORTED: 'unsupported',
  FILE_INFECTED: 'invalid',
  SCANNER_AWAY: 'unavailable',
  TOO_MANY_FILES: 'too-large',
  TOO_MANY_UPLOADS: 'too-many',
  STORAGE_FULL: 'too-large',
  RECEIVED_FULL: 'too-large',
  UPLOADS_TOO_FAST: 'too-many',
  PREVIEW_UNAVAILABLE: 'unsupported',
  DOCUMENT_IN_USE: 'conflict',
})

/** `maxMegabytes` of the sentence that refuses a large file. */
export const MAX_FILE_MEGABYTES = MAX_FILE_BYTES / 1_000_000

const sameFile = (a: FileFacts, b: FileFacts): boolean => a.sha256 === b.sha256 && a.name === b.name

function checkFile({ name, mediaType, bytes }: FileFacts): void {
  if (bytes === 0) throw documentRefusal('FILE_EMPTY', { name })
  if (bytes > MAX_FILE_BYTES)
    throw documentRefusal('FILE_TOO_LARGE', { name, maxMegabytes: MAX_FILE_MEGABYTES })
  const allowed = MEDIA_TYPES.find((type) => type === mediaType)
  if (allowed === undefined) throw documentRefusal('FILE_TYPE_UNSUPPORTED', { name })
  if (fileName(name, allowed) !== name)
    throw refusal('FIELD_INVALID', {}, [{ path: 'name', code: 'FIELD_INVALID' }])
}

/**
 * An uploaded file of a user. The stream holds its name and type. The bytes are in the documents,
 * once for all users who uploaded the same.
 */
export const documentDecider: Decider<DocumentCommand, DocumentEvent, DocumentState> = {
  category: 'document',
  initial: { status: 'none' },
  decide(command, state) {
    switch (command.type) {
      case 'Upload': {
        const { type: _, ...file } = command
        if (state.status === 'live' && sameFile(state, file)) return []
        if (state.status !== 'none') throw refusal('ID_ALREADY_USED')
        checkFile(file)
        return [{ type: 'DocumentUploaded', data: file }]
      }
      case 'Remove':
        if (state.status === 'none') throw refusal('NOT_FOUND')
        return state.status === 'live' ? [{ type: 'DocumentRemoved', data: {} }] : []
      case 'Release':
        if (state.status === 'none') throw refusal('NOT_FOUND')
        if (state.status === 'live') throw refusal('CONFLICT')
        return state.status === 'removed' ? [{ type: 'DocumentReleased', data: {} }] : []
      default:
        return unreachable(command)
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'DocumentUploaded':
        return { status: 'live', ...event.data }
      case 'DocumentRemoved':
        return state.status === 'live' ? { status: 'removed', sha256: state.sha256 } : state
      case 'DocumentReleased':
        return { status: 'released' }
      default:
        return unreachable(event)
    }
  },
}

export const documentEntity: Entity<DocumentCommand, DocumentEvent, DocumentState> = {
  name: 'document',
  decider: documentDecider,
  permission: 'signed-in',
  shows: { bytes: 'integer' },
  removed: 'DocumentRemoved',
  title: (view) => firstText(view, 'name'),
  view: (state) =>
    state.status === 'live'
      ? { name: state.name, type: state.mediaType, bytes: state.bytes, sha256: state.sha256 }
      : null,
}
