import type { MessageDraft } from '#contract/prospecting/prospecting.schemas.ts'

/** A piece of a message: a sentence of the draft by its position, or what the person wrote (-1). */
export type Piece = { readonly text: string; readonly sentence: number; readonly at: number }

/**
 * A message in which the draft's sentences are found again. A sentence that the person has changed
 * is the person's own, so that no receipt stands under other words.
 */
export function piecesOf(text: string, sentences: MessageDraft['sentences']): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  const add = (to: number, sentence: number) => {
    if (to > from) pieces.push({ text: text.slice(from, to), sentence, at: from })
    from = Math.max(from, to)
  }
  sentences.forEach((sentence, i) => {
    const at = text.indexOf(sentence.text, from)
    if (at < 0) return
    add(at, -1)
    add(at + sentence.text.length, i)
  })
  add(text.length, -1)
  return pieces
}

/** A message without one of its sentences, nor the space that followed it. */
export function withoutSentence(text: string, sentence: string): string {
  const at = text.indexOf(sentence)
  if (at < 0) return text
  const before = text.slice(0, at).trimEnd()
  const after = text.slice(at + sentence.length)
  const gap = after.startsWith('\n') || text.slice(0, at).endsWith('\n\n') ? '\n\n' : ' '
  return before === '' ? after.trimStart() : `${before}${gap}${after.trimStart()}`.trim()
}
