import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'

/** A button beside a list's search that narrows it to one value. */
export function NarrowMenu({
  icon: Icon,
  label,
  all,
  value,
  choices,
  onChoose,
}: {
  icon: LucideIcon
  label: string
  /** The name of no choice. */
  all: string
  /** '' while all values are shown. */
  value: string
  choices: readonly { readonly value: string; readonly name: string }[]
  onChoose: (value: string) => void
}) {
  return (
    <DropMenu
      className="btn btn-sm max-w-[220px]"
      label={label}
      entries={[
        { label: all, chosen: value === '', onSelect: () => onChoose('') },
        ...choices.map((choice) => ({
          label: <bdi>{choice.name}</bdi>,
          chosen: choice.value === value,
          onSelect: () => onChoose(choice.value),
        })),
      ]}
    >
      <Icon size={16} />
      <bdi className="truncate">
        {choices.find((choice) => choice.value === value)?.name ?? (value || label)}
      </bdi>
      <ChevronDown size={14} className="shrink-0" />
    </DropMenu>
  )
}
