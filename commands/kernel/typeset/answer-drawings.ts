import { parentPort } from 'node:worker_threads'
import type { Drawing, Drawn } from './drawing-thread.ts'

/** The side of the thread: it draws one paper after the other. */
export function answerDrawings<O>(draw: (order: O) => Uint8Array): void {
  const delivery = ({ id, order }: Drawing<O>): Drawn => {
    try {
      return { id, bytes: draw(order) }
    } catch (error) {
      return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  parentPort?.on('message', (drawing: Drawing<O>) => parentPort?.postMessage(delivery(drawing)))
}
