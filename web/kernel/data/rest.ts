/**
 * Waits until the user rests from typing, and then saves. A screen test takes its place to say when
 * that is.
 *
 * @param pause @unit milliseconds
 * @returns stops the waiting
 */
export function afterRest(pause: number, save: () => void): () => void {
  const timer = setTimeout(save, pause)
  return () => clearTimeout(timer)
}
