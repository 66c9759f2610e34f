import type { LucideIcon } from 'lucide-react'

/** An icon that has a meaning of its own, with a label for screen readers. */
export const LabelledIcon = ({
  icon: Icon,
  label,
  size = 15,
  className,
}: {
  icon: LucideIcon
  label: string
  size?: number
  className?: string
}) => (
  <>
    <Icon size={size} className={className} />
    <span className="sr-only">{label}</span>
  </>
)
