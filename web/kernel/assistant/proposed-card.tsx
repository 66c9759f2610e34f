import { Check } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Card } from '#contract/assistant/assistant.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { dayText, instantText, monthText } from '#web/kernel/words/formats.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { type CardPlace, confirmCard } from './assistant.queries.ts'
import { placeOfCite } from './cited-place.ts'

const ENTITIES = {
  task: 'board',
  event: 'calendarEvent',
  bill: 'bill',
  contact: 'contact',
  offer: 'offer',
} as const

/** Lines that say what would be written. */
function linesOf({ command, fields, about }: Card, language: Language): readonly string[] {
  const day = (value: unknown) =>
    typeof value === 'number' ? dayText(language, value, 'long') : ''
  const moment = (value: unknown) =>
    typeof value === 'number' ? instantText(language, value, 'long') : ''
  const of = (name: string) => plainText(fields[name])
  const lines = {
    task: () => [of('title'), day(fields['dueDate'])],
    event: () => [
      of('title'),
      fields['allDay'] === true ? day(fields['start']) : moment(fields['start']),
    ],
    bill: () => {
      // as proposed
      const { year, month } = Object(fields['fromTimesheet']) as { year?: number; month?: number }
      return [monthText(language, year ?? 0, month ?? 1)]
    },
    contact: () => [
      `${of('firstName')} ${of('lastName')}`.trim(),
      of('role'),
      of('email'),
      of('phone'),
    ],
    offer: () => [of('title'), of('client'), of('nextAction'), day(fields['nextActionDate'])],
  }[command]()
  return [...lines, about].filter(Boolean)
}

/** A write that the assistant proposes. Nothing is written until the person confirms it. */
export function ProposedCard({
  card,
  place,
  doneId,
  onOpen,
}: {
  card: Card
  /** Null while the answer comes. */
  place: CardPlace | null
  /** Records that it has written; empty before. */
  doneId: string
  onOpen: () => void
}) {
  const { t } = useTranslation(['assistant', 'kernel'])
  const { language } = usePreferences()
  const queries = useQueryClient()
  const write = useMutation({
    mutationFn: (at: CardPlace) => confirmCard(card, at),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['chat', 'history'] }),
    // The card tells it.
  })
  const written = doneId || (write.data?.id ?? '')
  const [head, ...rest] = linesOf(card, language)
  const to =
    written !== '' &&
    placeOfCite({ entity: ENTITIES[card.command], id: written, title: head ?? '' })
  return (
    <fieldset
      className="min-w-0 rounded-[5px] border border-line-field px-4 py-3"
      aria-label={t(`card.${card.command}`)}
    >
      <h4 className="label">{t(`card.${card.command}`)}</h4>
      <p className="mt-1 font-semibold break-words" dir="auto">
        {head}
      </p>
      {rest.map((line) => (
        <p key={line} className="text-sm text-ink-muted break-words" dir="auto">
          {line}
        </p>
      ))}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {written !== '' ? (
          <output className="flex items-center gap-2 text-sm font-medium text-positive">
            <Check size={16} />
            {t('card.done')}
            {to && (
              <Link className="link" to={to} onClick={onOpen}>
                {t('card.open')}
              </Link>
            )}
          </output>
        ) : (
          <Button
            size="sm"
            variant="primary"
            pending={write.isPending}
            disabledReason={place === null ? t('card.wait') : undefined}
            onClick={() => place !== null && write.mutate(place)}
          >
            {t('card.confirm')}
          </Button>
        )}
        {write.isError && (
          <p className="text-sm text-negative">{write.error.message || t('card.failed')}</p>
        )}
      </div>
    </fieldset>
  )
}
