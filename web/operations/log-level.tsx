import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LogLevel } from '#contract/operations/operations.values.ts'

const LOOK: Readonly<Record<LogLevel, { readonly icon: LucideIcon; readonly tone: string }>> = {
  Error: { icon: CircleX, tone: 'text-negative' },
  Warning: { icon: TriangleAlert, tone: 'text-warning' },
  Info: { icon: Info, tone: 'text-info' },
  Debug: { icon: Bug, tone: 'text-ink-muted' },
}

/** A level as icon and word, so that it is readable without colour. */
export function Level({ level }: { level: LogLevel }) {
  const { t } = useTranslation('operations')
  const { icon: Icon, tone } = LOOK[level]
  return (
    <span className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${tone}`}>
      <Icon size={15} className="shrink-0" />
      {t(`technical.level.${level}`)}
    </span>
  )
}
