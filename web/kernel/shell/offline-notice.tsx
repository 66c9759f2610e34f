import { useTranslation } from 'react-i18next'
import { instantText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Note, Row } from '#web/kernel/ui/page.tsx'

/** Above a screen that shows answers of before, because there is no network. */
export function OfflineNotice({ since }: { since: number }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (
    <Row className="pt-4">
      <Note tone="warning">
        <output>{t('shell.notice.offline', { at: instantText(language, since) })}</output>
      </Note>
    </Row>
  )
}
