import type { DocumentCommands } from '#commands/documents/documents.ts'
import { type RemovedDocument, removedDocuments } from '#projections/documents/removed-documents.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Removes a file's bytes, a day after the file was removed. */
export const releaseDocuments = (commands: DocumentCommands): Reactor<RemovedDocument> => ({
  projection: removedDocuments,
  because: 'schedule',
  perform: (work, meta) => commands.release(work._id, meta),
})
