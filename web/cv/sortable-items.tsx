import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import clsx from 'clsx'
import { Eye, EyeOff, GripVertical, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArrangedItem } from '#contract/cv/cv.values.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import type { ItemLine } from './item-line.ts'

type Props = {
  items: readonly ArrangedItem[]
  /** Name of the list. */
  label: string
  /** One item a line; else two. */
  wide: boolean
  edited: string | null
  formOf: (item: ArrangedItem) => ReactNode
  lineOf: (item: ArrangedItem) => ItemLine
  badgesOf: (item: ArrangedItem) => readonly string[]
  onEdit: (id: string) => void
  onHide: (item: ArrangedItem) => void
  onOrder: (nextOf: (own: readonly ArrangedItem[]) => readonly ArrangedItem[]) => void
}

/** Items in the CV's order: dragged by the handle, or moved by Space and the arrow keys. */
export function SortableItems(props: Props) {
  const { t } = useTranslation('cv')
  const { items, label, wide, edited, formOf, lineOf, onOrder } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: unknown) => {
    const found = items.find((item) => item.id === id)
    return found ? lineOf(found).head : ''
  }
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id) + 1
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return
    onOrder((own) => {
      const [from, to] = [active.id, over.id].map((id) => own.findIndex((item) => item.id === id))
      return from === undefined || to === undefined || Math.min(from, to) < 0
        ? own
        : arrayMove([...own], from, to)
    })
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t('order.how') },
        announcements: {
          onDragStart: ({ active }) =>
            t('order.taken', { name: nameOf(active.id), place: placeOf(active.id) }),
          onDragOver: ({ active, over }) =>
            over === null
              ? undefined
              : t('order.over', { name: nameOf(active.id), place: placeOf(over.id) }),
          onDragEnd: ({ active, over }) =>
            over === null
              ? undefined
              : t('order.moved', { name: nameOf(active.id), place: placeOf(over.id) }),
          onDragCancel: ({ active }) => t('order.left', { name: nameOf(active.id) }),
        },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul
          aria-label={label}
          className={clsx(!wide && 'gap-x-8 md:grid md:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2')}
        >
          {items.map((item) =>
            item.id === edited ? (
              <li key={item.id} className="col-span-full">
                {formOf(item)}
              </li>
            ) : (
              <SortableItem key={item.id} item={item} {...props} />
            ),
          )}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableItem({ item, lineOf, badgesOf, onEdit, onHide }: Props & { item: ArrangedItem }) {
  const { t } = useTranslation(['cv', 'kernel'])
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id: item.id,
  })
  const { head, sub, level } = lineOf(item)
  const badges = badgesOf(item)
  return (
    <li
      ref={setNodeRef}
      className={clsx(
        'flex min-w-0 items-center gap-2 border-b border-line bg-surface py-1.5 last:border-0',
        isDragging && 'relative z-10 shadow-[var(--shadow-2)]',
      )}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="icon-btn !size-7 shrink-0 cursor-grab touch-none text-ink-subtle"
        {...attributes}
        {...listeners}
        aria-label={t('order.handle', { name: head })}
      >
        <GripVertical size={15} />
      </button>
      <span className={clsx('min-w-0 grow', item.hidden && 'text-ink-subtle')}>
        <span
          className={clsx(
            'block truncate row-start',
            sub !== '' && 'font-medium',
            item.hidden && 'line-through',
          )}
          dir="auto"
        >
          {head}
        </span>
        {sub !== '' && (
          <span className="block truncate text-sm text-ink-muted row-start" dir="auto">
            {sub}
          </span>
        )}
        {badges.length > 0 && (
          <span className="block text-xs text-warning">{badges.join(' · ')}</span>
        )}
      </span>
      {level !== null && level.at > 0 && (
        <span className="shrink-0 text-xs text-ink-muted" title={level.name}>
          {level.of > 4 ? (
            level.name
          ) : (
            <span className="flex gap-[3px]">
              <span className="sr-only">{level.name}</span>
              {Array.from({ length: level.of }, (_, index) => (
                <span
                  key={index}
                  aria-hidden="true"
                  className={clsx('size-2.5 border border-accent', index < level.at && 'bg-accent')}
                />
              ))}
            </span>
          )}
        </span>
      )}
      <IconButton
        icon={item.hidden ? EyeOff : Eye}
        size={15}
        className="!size-8 shrink-0"
        aria-pressed={item.hidden}
        label={t('item.hide', { name: head })}
        onClick={() => onHide(item)}
      />
      <IconButton
        icon={Pencil}
        size={15}
        className="!size-8 shrink-0"
        label={t('item.edit', { name: head })}
        onClick={() => onEdit(item.id)}
      />
    </li>
  )
}
