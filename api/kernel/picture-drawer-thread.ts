import { parentPort } from 'node:worker_threads'
import { drawPicture } from './drawn-picture.ts'
import type { DrawnPicture, SentPicture } from './pictures.ts'

/**
 * The other side of `picture-drawer.ts`: one picture after the other, so that one at a time is
 * unfolded in memory.
 */
export type DrawRequest = SentPicture & { readonly id: number }
export type DrawResult = { readonly id: number; readonly drawn: DrawnPicture | null }

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', ({ id, ...sent }: DrawRequest) => {
  last = last.then(async () => {
    const drawn = await drawPicture(sent).catch(() => null)
    parentPort?.postMessage({ id, drawn } satisfies DrawResult)
  })
})
