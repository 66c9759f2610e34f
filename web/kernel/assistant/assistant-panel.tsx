import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp, Square, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chatRoutes } from '#contract/assistant/assistant.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { AnswerText } from './answer-text.tsx'
import { chatQuery } from './assistant.queries.ts'
import { ProposedCard } from './proposed-card.tsx'
import { type ShownTurn, useChat } from './use-chat.ts'

const FIRST = ['owed', 'today', 'vat', 'unbilled', 'money'] as const
const TOOLS = [
  'today',
  'bills',
  'clients',
  'contracts',
  'transactions',
  'turnover',
  'vat',
  'forecast',
  'unbilled',
  'reminders',
  'calendar',
  'offers',
  'tasks',
  'search',
  'help',
] as const
type ToolName = (typeof TOOLS)[number]
const isTool = (name: string): name is ToolName => (TOOLS as readonly string[]).includes(name)

/** Questions about one's own data, beside the page. */
export function AssistantPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['assistant', 'kernel'])
  const state = useQuery(chatQuery())
  const queries = useQueryClient()
  const chat = useChat()
  const problemText = useProblemText()
  const end = useRef<HTMLDivElement>(null)
  const model = state.data?.model ?? ''
  const last = chat.turns.at(-1)
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'end' })
  }, [chat.turns.length, last?.answer, last?.done])

  async function forget() {
    const { id } = await call(chatRoutes.forget)
    if (id) chat.clear()
    await queries.invalidateQueries({ queryKey: ['chat'] })
  }

  return (
    <Panel
      title={t('title')}
      onClose={onClose}
      floating
      head={
        chat.turns.length > 0 && (
          <IconButton
            icon={Trash2}
            label={t('forget')}
            onClick={() => void forget().catch(notifyFailure)}
          />
        )
      }
      foot={
        state.data && (
          <Ask
            model={model}
            asking={chat.asking}
            hasFailed={chat.problem !== null}
            onAsk={(text) => void chat.ask(text)}
            onStop={chat.stop}
          />
        )
      }
    >
      {(state.isPending || chat.kept.isPending) && <Skeleton lines={4} />}
      {state.isError && <ErrorState error={state.error} onRetry={() => void state.refetch()} />}
      {state.data && chat.kept.data && chat.turns.length === 0 && (
        <Begin model={model} onAsk={(text) => void chat.ask(text)} />
      )}
      <ol className="grid gap-6">
        {chat.turns.map((turn, index) => (
          <li key={turn.id || `live-${index}`}>
            <Turn turn={turn} asking={chat.asking && !turn.done} onOpen={onClose} />
          </li>
        ))}
      </ol>
      {chat.problem !== null && (
        <div role="alert" className="mt-3 rounded bg-warm-soft px-4 py-3 text-sm">
          <p>{problemText(chat.problem)}</p>
          <Button size="sm" className="mt-2" onClick={() => last && void chat.ask(last.question)}>
            {t('kernel:action.retry')}
          </Button>
        </div>
      )}
      <div ref={end} />
    </Panel>
  )
}

function Begin({ model, onAsk }: { model: string; onAsk: (text: string) => void }) {
  const { t } = useTranslation('assistant')
  return (
    <>
      <p className="text-ink-muted">{t(model === '' ? 'intro.search' : 'intro.model')}</p>
      {model !== '' && (
        <ul className="mt-4 grid gap-2" aria-label={t('first.label')}>
          {FIRST.map((name) => (
            <li key={name}>
              <Button
                className="w-full !justify-start text-start"
                onClick={() => onAsk(t(`first.${name}`))}
              >
                {t(`first.${name}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Turn({ turn, asking, onOpen }: { turn: ShownTurn; asking: boolean; onOpen: () => void }) {
  const { t } = useTranslation('assistant')
  const tools = turn.tools.filter(isTool).map((name) => t(`tool.${name}`))
  return (
    <article>
      <h3
        className="w-fit max-w-full rounded bg-surface-sunken px-3 py-2 font-medium break-words"
        dir="auto"
      >
        {turn.question}
      </h3>
      {tools.length > 0 && (
        <p className="mt-2 text-xs text-ink-subtle">{t('read', { what: tools.join(' · ') })}</p>
      )}
      <div className="mt-2" aria-busy={asking || undefined}>
        <AnswerText turn={turn} onOpen={onOpen} />
        {asking && turn.answer === '' && <p className="text-ink-subtle">{t('thinking')}</p>}
      </div>
      <output className="sr-only">{turn.done ? turn.answer.replace(/\[R\d+\]/g, '') : ''}</output>
      {turn.unsupported.length > 0 && <p className="mt-2 text-sm text-ink-muted">{t('unsure')}</p>}
      {!asking && turn.end !== 'answered' && (
        <p className="mt-2 text-sm text-ink-muted">{t(`end.${turn.end}`)}</p>
      )}
      {turn.cards.length > 0 && (
        <div className="mt-3 grid gap-3">
          {turn.cards.map((card, index) => (
            <ProposedCard
              key={`${card.command}-${index}`}
              card={card}
              place={turn.done ? { turnId: turn.id, index } : null}
              doneId={card.doneId}
              onOpen={onOpen}
            />
          ))}
        </div>
      )}
    </article>
  )
}

function Ask({
  model,
  asking,
  hasFailed,
  onAsk,
  onStop,
}: {
  model: string
  asking: boolean
  hasFailed: boolean
  onAsk: (text: string) => void
  onStop: () => void
}) {
  const { t } = useTranslation('assistant')
  const [text, setText] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const send = () => {
    setWaiting(asking && text.trim() !== '')
    if (asking || text.trim() === '') return
    onAsk(text.trim())
    setText('')
  }
  // After a failure the question before is asked again first.
  const sendWaiting = useEffectEvent(() => (hasFailed ? setWaiting(false) : send()))
  useEffect(() => {
    if (isWaiting && !asking) sendWaiting()
  }, [isWaiting, asking])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="w-full"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          className="input min-h-11 grow"
          rows={2}
          maxLength={2000}
          dir="auto"
          aria-label={t('ask')}
          placeholder={t('ask')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setWaiting(false)
          }}
          onKeyDown={press}
          autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the panel is opened to ask
        />
        {asking ? (
          <IconButton icon={Square} label={t('stop')} onClick={onStop} />
        ) : (
          <IconButton icon={ArrowUp} label={t('send')} onClick={send} />
        )}
      </div>
      <p className="mt-2 text-xs text-ink-subtle">
        {isWaiting ? t('waiting') : model === '' ? t('search') : t('leaves', { model })}
      </p>
    </form>
  )
}
