import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecordRow, RecordType } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'

/** Writes the text of an earlier version again. The versions after it stay in the history. */
export function TakeTextBack({
  type,
  row,
  text,
}: {
  type: RecordType
  row: RecordRow
  /** Fields of the earlier version. */
  text: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('site')
  const { can } = useSession()
  const write = useWrite(recordEndpoints(type).change, {
    invalidates: ['site', 'history'],
    done: { kind: 'changed', name: namedRecord(type.name, plainText(row['title'])) },
  })
  const isSame = Object.entries(text).every(([field, value]) => value === plainText(row[field]))
  if (!can('perm_blogs_manage') || isSame) return null
  return (
    <Button
      size="sm"
      className="mt-3"
      icon={Undo2}
      pending={write.isPending}
      onClick={() => write.mutate({ body: { ...text, id: row.id, version: row.version } })}
    >
      {t('act.takeBack')}
    </Button>
  )
}
