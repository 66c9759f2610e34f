import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { DocumentTooLarge } from './documents.ts'

/** Longer than any request lasts: an older file was left by a process that has ended. */
const ABANDONED_MS = HOUR_MS

/** A stream's bytes on the disk. */
export type ReceivedFile = {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
}

/**
 * Writes a stream into a new file of `directory` and hashes it on the way. It reads the next chunk
 * once the last one is written.
 *
 * @throws DocumentTooLarge beyond `maxBytes` · the stream's error; no file is left behind then
 */
export async function receiveFile(
  directory: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReceivedFile> {
  await mkdir(directory, { recursive: true })
  const file = join(directory, randomUUID())
  const handle = await open(file, 'wx')
  try {
    const digest = createHash('sha256')
    let bytes = 0
    try {
      for await (const chunk of stream) {
        bytes += chunk.byteLength
        if (bytes > maxBytes) throw new DocumentTooLarge(maxBytes)
        digest.update(chunk)
        await writeWhole(handle, chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return { file, sha256: digest.digest('hex'), bytes }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; at += (await handle.write(chunk, at)).bytesWritten);
}

/** Removes the files that ended processes left in `directory`. */
export async function removeAbandoned(directory: string, now: number): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    const file = join(directory, name)
    const written = await stat(file).catch(() => null)
    if (written && now - written.mtimeMs > ABANDONED_MS)
      await rm(file, { recursive: true, force: true })
  }
}
