import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '#web/kernel/ui/page.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { TechnicalTab } from './technical-tab.tsx'
import type { TechnicalWords } from './technical-words.ts'

/** Work of the machinery today, beside its tools: the technical log with its filters. */
export function JournalSection() {
  const { t } = useTranslation('operations')
  const [words, setWords] = useState<TechnicalWords>({
    level: '',
    source: '',
    q: '',
    from: String(today()),
    to: '',
  })
  return (
    <section aria-labelledby="journal">
      <Row className="pt-6">
        <h2 className="h2" id="journal">
          {t('process.journal')}
        </h2>
      </Row>
      <TechnicalTab words={words} set={(change) => setWords({ ...words, ...change })} />
    </section>
  )
}
