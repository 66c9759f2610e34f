import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChatPart, ChatTurn } from '#contract/assistant/assistant.contract.ts'
import { telling } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { askAssistant, historyQuery } from './assistant.queries.ts'

/** A turn on the screen; `done` is false while its answer comes, and for one that broke off. */
export type ShownTurn = Pick<
  ChatTurn,
  'id' | 'question' | 'answer' | 'tools' | 'cites' | 'cards' | 'unsupported' | 'model' | 'end'
> & { readonly done: boolean }

const begun = (question: string): ShownTurn => ({
  id: '',
  question,
  answer: '',
  tools: [],
  cites: [],
  cards: [],
  unsupported: [],
  model: '',
  end: 'answered',
  done: false,
})

function withPart(turn: ShownTurn, part: ChatPart): ShownTurn {
  if ('text' in part) return { ...turn, answer: turn.answer + part.text }
  if ('tool' in part) return { ...turn, tools: [...new Set([...turn.tools, part.tool])] }
  if ('card' in part) return { ...turn, cards: [...turn.cards, { ...part.card, doneId: '' }] }
  return 'done' in part ? { ...turn, ...part } : turn
}

/** The conversation: what the server keeps, and the answer that comes in. */
export function useChat() {
  const { profileId } = useSession()
  const queries = useQueryClient()
  const history = useQuery(historyQuery())
  const [live, setLive] = useState<ShownTurn | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [asking, setAsking] = useState(false)
  const stopping = useRef<AbortController | null>(null)
  // An answer that no one waits for costs nothing more.
  useEffect(() => () => stopping.current?.abort(), [])

  async function ask(message: string): Promise<void> {
    const stop = new AbortController()
    stopping.current = stop
    setProblem(null)
    setAsking(true)
    setLive(begun(message))
    try {
      const body = { message, ...(profileId !== '' && { profileId }) }
      await telling(
        askAssistant(body, (part) => setLive((turn) => turn && withPart(turn, part)), stop.signal),
      )
      await queries.invalidateQueries({ queryKey: ['chat'] })
      setLive(null)
    } catch (error) {
      if (stop.signal.aborted) setLive((turn) => turn && { ...turn, end: 'cancelled' })
      else setProblem(error)
    } finally {
      setAsking(false)
    }
  }

  const turns: readonly ShownTurn[] = [
    ...(history.data ?? []).map((turn) => ({ ...turn, done: true })),
    ...(live && !history.data?.some(({ id }) => id === live.id) ? [live] : []),
  ]
  return {
    turns,
    asking,
    problem,
    kept: history,
    ask,
    stop: () => stopping.current?.abort(),
    clear: () => {
      setLive(null)
      setProblem(null)
    },
  }
}
