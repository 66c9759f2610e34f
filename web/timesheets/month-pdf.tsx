import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import { download } from '#web/kernel/data/files.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import type { YearMonth } from '#web/kernel/words/year-month.ts'
import type { Row } from './month.ts'

/** The month's days worked on paper: of all contracts, or of the one whose client confirms them. */
export function MonthPdf({
  profileId,
  at,
  rows,
}: {
  profileId: string
  at: YearMonth
  rows: readonly Row[]
}) {
  const { t } = useTranslation('timesheets')
  const [isDrawing, setDrawing] = useState(false)
  const contracts = rows.flatMap(({ contract }) => (contract === null ? [] : [contract]))
  const draw = async (projectId?: string) => {
    setDrawing(true)
    const params = { profileId, year: at.year, month: at.month }
    await download(
      timesheetRoutes.pdf,
      { params, query: projectId === undefined ? {} : { projectId } },
      { as: 'save' },
    ).catch(notifyFailure)
    setDrawing(false)
  }
  const label = t('pdf.month')
  if (contracts.length < 2)
    return (
      <IconButton icon={FileText} label={label} aria-busy={isDrawing} onClick={() => void draw()} />
    )
  return (
    <DropMenu
      className="icon-btn"
      label={label}
      anchor="bottom start"
      entries={[
        { label: t('pdf.all'), onSelect: () => void draw() },
        ...contracts.map(({ id, title, ref, client }) => ({
          label: <bdi>{title || ref}</bdi>,
          hint: <bdi>{client}</bdi>,
          onSelect: () => void draw(id),
        })),
      ]}
    >
      <FileText size={17} aria-busy={isDrawing} />
    </DropMenu>
  )
}
