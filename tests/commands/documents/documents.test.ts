import { describe, expect, test } from 'vitest'
import type { Facts } from '#commands/facts.ts'
import { documentCommands, type IncomingFile } from '#commands/documents/documents.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { createRemovals } from '#commands/kernel/removals.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { RECEIVED, STORAGE } from '#domain/documents/media-types.values.ts'
import { START } from '#domain/kernel/event.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { recorded } from '#tests/kernel/events.ts'
import { refuses } from '#tests/kernel/decider-spec.ts'
import { pdf, png, txt } from '#tests/kernel/sample-files.ts'

async function* bytes(content: Uint8Array) {
  yield content
}
const file = (content: Uint8Array, name = 'a.pdf'): IncomingFile => ({
  name,
  content: bytes(content),
})
async function* request(...files: readonly IncomingFile[]) {
  yield* files
}
const NONE = { files: 0, bytes: 0 }
let commandIds = 0
const by = (owner = 'user-1', commandId = `command-${++commandIds}`): CommandMeta => ({
  commandId,
  owner,
  actor: { kind: 'user', id: owner },
})

/**
 * The commands on a log and documents in memory. `during` runs in the place of a call of the
 * documents, and may make it.
 */
function given(
  uses: Pick<readonly string[], 'includes'> = [],
  during: (documents: Documents) => Partial<Documents> = () => ({}),
  held: Awaited<ReturnType<Facts['storedFiles']>> = { own: NONE, received: NONE },
) {
  const store = eventLog()
  const handler = createHandler({ store, clock: { now: () => 1_000 } })
  const kept = memoryDocuments()
  const commands = documentCommands({
    handler,
    store,
    documents: { ...kept, ...during(kept) },
    removals: createRemovals(handler, { now: () => 1_000 }),
    facts: {
      storedFiles: async () => held,
      documentUses: async (_, ids) =>
        new Map(
          ids
            .filter((id) => uses.includes(id))
            .map((id) => [id, [{ entity: 'cv', id: 'CV1', name: 'CV' }]]),
        ),
    },
  })
  const events = async () =>
    (await store.readAll(START, { limit: 100 })).events
      .map(({ type }) => type)
      .filter((type) => type.startsWith('Document'))
  const uploaded = async (content: Uint8Array = pdf, owner?: string) => {
    const [one] = await commands.upload(request(file(content)), by(owner))
    if (!one) throw new Error('One file in, one document out')
    return { id: one.id, sha256: one.file.sha256 }
  }
  return { store, commands, kept, events, uploaded }
}
const refused = async (act: Promise<unknown>, code: string) => {
  const error: unknown = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return refuses(() => {
    throw error
  }, code)
}

describe('an upload', () => {
  test('keeps the bytes and tells what they are, not what they were called', async () => {
    const { commands, kept } = given()
    const [one, two] = await commands.upload(
      request(file(png, 'C:\\scan.pdf'), file(txt, 'note.txt')),
      by(),
    )
    expect(one?.file).toMatchObject({
      name: 'scan.pdf.png',
      mediaType: 'image/png',
      bytes: png.length,
    })
    expect(two?.file).toMatchObject({ name: 'note.txt', mediaType: 'text/plain' })
    expect(await kept.names()).toHaveLength(2)
  })

  test('stops where its owner has no more room, and is answered as before when it comes again', async () => {
    const full = { files: 0, bytes: STORAGE.bytes - pdf.length }
    const received = { files: 0, bytes: 0 }
    const { commands, kept, events } = given([], undefined, { own: full, received })
    await refused(commands.upload(request(file(pdf), file(png, 'a.png')), by()), 'STORAGE_FULL')
    expect([await kept.names(), await events()]).toEqual([[], []])
    const meta = by()
    const [one] = await commands.upload(request(file(pdf)), meta)
    full.bytes = STORAGE.bytes
    expect((await commands.upload(request(file(pdf)), meta))[0]?.id).toBe(one?.id)
    await refused(commands.upload(request(file(txt, 'a.txt')), by()), 'STORAGE_FULL')
    const many = given([], undefined, {
      own: { files: STORAGE.files, bytes: 0 },
      received,
    })
    await refused(many.commands.upload(request(file(pdf)), by()), 'STORAGE_FULL')
  })

  test('of a stranger has a place of its own, which the files of the owner do not take', async () => {
    const full = { files: 0, bytes: STORAGE.bytes }
    const received = { files: 0, bytes: RECEIVED.bytes - pdf.length }
    const stranger = () => ({ ...by(), actor: { kind: 'system', id: 'public' } as const })
    const ownIsFull = given([], undefined, { own: full, received })
    await ownIsFull.commands.upload(request(file(pdf)), stranger())
    const receivedIsFull = given([], undefined, {
      own: NONE,
      received: { files: 0, bytes: RECEIVED.bytes },
    })
    await refused(receivedIsFull.commands.upload(request(file(pdf)), stranger()), 'RECEIVED_FULL')
    await receivedIsFull.commands.upload(request(file(pdf)), by())
  })

  test('of the same bytes keeps them once, also of two users', async () => {
    const { uploaded, kept } = given()
    const [one, two] = [await uploaded(), await uploaded(pdf, 'user-2')]
    expect(one.id).not.toBe(two.id)
    expect(await kept.names()).toEqual([one.sha256])
  })

  test('takes all files or none, and says which was refused', async () => {
    const { commands, kept, events } = given()
    const { fields } = await refused(
      commands.upload(request(file(pdf), file(txt, 'page.html'), file(png, 'b.png')), by()),
      'FILE_TYPE_UNSUPPORTED',
    )
    expect(fields).toEqual([
      {
        path: 'file.1',
        code: 'FILE_TYPE_UNSUPPORTED',
        details: { name: 'page.html', maxMegabytes: 10 },
      },
    ])
    expect(await kept.names()).toEqual([])
    expect(await events()).toEqual([])
  })

  test('of nothing, of an empty file, of eleven files is refused', async () => {
    const { commands, kept } = given()
    await refused(commands.upload(request(), by()), 'FILE_MISSING')
    await refused(commands.upload(request(file(new Uint8Array())), by()), 'FILE_EMPTY')
    const files = (count: number) =>
      request(...Array.from({ length: count }, (_, i) => file(Buffer.from(`${i}`), 'a.txt')))
    await refused(commands.upload(files(11), by()), 'TOO_MANY_FILES')
    expect(await kept.names()).toEqual([])
    expect(await commands.upload(files(10), by())).toHaveLength(10)
  })

  test('sent again is answered as before; under one key with another file it is refused, and not kept', async () => {
    const { commands, kept, events } = given()
    const [first] = await commands.upload(request(file(pdf)), by('user-1', 'again'))
    const [second] = await commands.upload(request(file(pdf)), by('user-1', 'again'))
    expect(second).toMatchObject({ id: first?.id, version: 1, file: first?.file })
    await refused(
      commands.upload(request(file(png)), by('user-1', 'again')),
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect(await kept.names()).toEqual([first?.file.sha256])
    expect(await events()).toEqual(['DocumentUploaded'])
  })
})

describe('a document', () => {
  test('is there for its owner until it is removed', async () => {
    const { commands, uploaded } = given()
    const { id } = await uploaded()
    expect(await commands.missing('user-1', [id, 'D9'])).toEqual(['D9'])
    expect(await commands.missing('user-2', [id])).toEqual([id])
    await refused(commands.remove(id, by('user-2')), 'NOT_FOUND')
    await commands.remove(id, by())
    expect(await commands.missing('user-1', [id])).toEqual([id])
  })

  test('that something names stays, and says what', async () => {
    const uses: string[] = []
    const { commands, uploaded, events } = given(uses)
    const { id } = await uploaded()
    uses.push(id)
    const { fields } = await refused(commands.remove(id, by()), 'DOCUMENT_IN_USE')
    expect(fields).toEqual([{ path: 'cv.CV1', code: 'RECORD_USER', details: { name: 'CV' } }])
    expect(await events()).toEqual(['DocumentUploaded'])
    uses.pop()
    await commands.remove(id, by())
    expect(await events()).toEqual(['DocumentUploaded', 'DocumentRemoved'])
  })

  test('that something begins to name while its removal is decided stays', async () => {
    const uses: string[] = []
    const { commands, uploaded, events } = given({
      // The use is written right after the first look.
      includes: (id) => uses.includes(id) || uses.push(id) === 0,
    })
    const { id } = await uploaded()
    await refused(commands.remove(id, by()), 'DOCUMENT_IN_USE')
    expect(await events()).toEqual(['DocumentUploaded'])
  })

  test('that was removed while something began to name it is told to be gone', async () => {
    const { commands, uploaded } = given()
    const [kept, removed] = [await uploaded(), await uploaded(png)]
    await commands.remove(removed.id, by())
    expect(await commands.gone('user-1', [kept.id, removed.id])).toEqual([removed.id])
  })
})

describe('the bytes of a removed document', () => {
  test('are let go, once', async () => {
    const { commands, uploaded, kept, events } = given()
    const { id, sha256 } = await uploaded()
    await commands.release(id, by())
    expect(await kept.read(sha256)).not.toBeNull()
    await commands.remove(id, by())
    expect(await kept.read(sha256)).not.toBeNull()
    await commands.release(id, by())
    await commands.release(id, by())
    expect(await kept.read(sha256)).toBeNull()
    expect(await events()).toEqual(['DocumentUploaded', 'DocumentRemoved', 'DocumentReleased'])
  })

  test('stay while another document has them, and go with the last', async () => {
    const { commands, uploaded, kept } = given()
    const [mine, theirs] = [await uploaded(), await uploaded(pdf, 'user-2')]
    await commands.remove(mine.id, by())
    await commands.release(mine.id, by())
    expect(await kept.names()).toEqual([mine.sha256])
    await commands.remove(theirs.id, by('user-2'))
    await commands.release(theirs.id, by('user-2'))
    expect(await kept.names()).toEqual([])
  })

  test('stay a day from the removal of the last document that had them', async () => {
    const { commands, uploaded, kept } = given()
    const [first, last] = [await uploaded(), await uploaded()]
    await commands.remove(first.id, by())
    await commands.remove(last.id, by())
    await commands.release(first.id, by())
    expect(await kept.names()).toEqual([first.sha256])
    await commands.release(last.id, by())
    expect(await kept.names()).toEqual([])
  })

  test('go when two documents that were removed together are let go together', async () => {
    const { commands, uploaded, kept } = given()
    const [one, two] = [await uploaded(), await uploaded()]
    await commands.remove(one.id, by())
    await commands.remove(two.id, by())
    await Promise.all([commands.release(one.id, by()), commands.release(two.id, by())])
    expect(await kept.names()).toEqual([])
  })

  test('stay when any other event names them', async () => {
    const { commands, uploaded, kept, store } = given()
    const { id, sha256 } = await uploaded(png)
    store.add(recorded('profile-P1', 'LogoChanged', { logo: { sha256 } }))
    await commands.remove(id, by())
    await commands.release(id, by())
    expect(await kept.names()).toEqual([sha256])
  })

  test('are kept back when they are uploaded again while they are let go', async () => {
    // The whole upload comes between the first look at the log and the removal.
    const meanwhile = { upload: async () => {} }
    const { commands, uploaded, kept, events } = given([], (documents) => ({
      async remove(sha256) {
        await meanwhile.upload()
        await documents.remove(sha256)
      },
    }))
    const { id, sha256 } = await uploaded()
    await commands.remove(id, by())
    meanwhile.upload = async () => void (await uploaded(pdf, 'user-2'))
    await commands.release(id, by())
    expect(await kept.names()).toEqual([sha256])
    expect((await events()).filter((type) => type === 'DocumentUploaded')).toHaveLength(2)
  })

  test('are kept again by an upload that found them before they were let go', async () => {
    // The whole release comes between the upload's keeping of the bytes and its event.
    const store = eventLog()
    const kept = memoryDocuments()
    const handler = createHandler({ store, clock: { now: () => 1_000 } })
    const facts = {
      documentUses: async () => new Map(),
      storedFiles: async () => ({ own: NONE, received: NONE }),
    }
    const removals = createRemovals(handler, { now: () => 1_000 })
    const commands = documentCommands({ handler, store, documents: kept, facts, removals })
    const [first] = await commands.upload(request(file(pdf)), by())
    const id = first?.id ?? ''
    await commands.remove(id, by())
    let letGo = false
    const later = documentCommands({
      removals,
      store,
      documents: kept,
      facts,
      handler: {
        ...handler,
        async run(decider, ...rest) {
          if (!letGo && decider.category === 'document') {
            letGo = true
            await commands.release(id, by())
            expect(await kept.names()).toEqual([])
          }
          return handler.run(decider, ...rest)
        },
      },
    })
    const [again] = await later.upload(request(file(pdf)), by('user-2'))
    expect(letGo).toBe(true)
    expect(await kept.names()).toEqual([again?.file.sha256])
  })
})
