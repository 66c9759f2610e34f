import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordType } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { skillsQuery } from './cv.queries.ts'

/** Names of the shipped list, those of the user's missions first. A click adds the skill. */
export function SkillSuggestions({ type }: { type: RecordType }) {
  const { t } = useTranslation('cv')
  const id = useId()
  const [typed, setTyped] = useState('')
  const found = useQuery(skillsQuery(type, useDeferredValue(typed)))
  const add = useWrite(recordEndpoints(type).add, {
    invalidates: ['cv', 'history'],
    done: (_, { body }) => ({
      kind: 'added',
      name: namedRecord('skill', plainText(body?.['name'] ?? '')),
    }),
    onDone: () => setTyped(''),
  })
  return (
    <div className="mt-3">
      <label className="text-sm text-ink-muted" htmlFor={id}>
        {t('skill.search')}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <input
          id={id}
          className="input !h-8 max-w-[220px]"
          dir="auto"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {(found.data ?? [])
          .filter(({ id: own }) => own === '')
          .map(({ name }) => (
            <button
              key={name}
              type="button"
              className="btn btn-sm border-dashed"
              onClick={() => add.mutate({ body: { name } })}
            >
              <Plus size={14} />
              {name}
            </button>
          ))}
      </div>
      <p className="mt-1.5 text-xs text-ink-subtle">{t('skill.source')}</p>
    </div>
  )
}
