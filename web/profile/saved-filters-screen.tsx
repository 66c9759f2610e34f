import { SavedFilter } from '#contract/kernel/records.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import {
  useEntityWords,
  entityTitle,
  fieldLabel,
  namedEntities,
} from '#web/kernel/words/record-words.ts'

/** One object: what the columns are made from stays the same between renders. */
const HIDDEN = ['list', 'query']

/**
 * Path `/admin/profile/filters`: filters kept under a name, renamed and removed. They are made in
 * their lists.
 */
export function SavedFiltersScreen() {
  useEntityWords(SavedFilter.name)
  return (
    <RecordScreen
      type={SavedFilter}
      hidden={HIDDEN}
      isMadeElsewhere
      columns={(declared) => [
        ...declared,
        {
          id: 'list',
          head: fieldLabel(SavedFilter, 'list'),
          cell: (row) => titleOfList(String(row['list'])),
          sort: (row) => String(row['list']),
          className: 'text-ink-muted',
        },
      ]}
    />
  )
}

/** A list that is not known any more has its own word. */
const titleOfList = (list: string): string =>
  namedEntities().includes(list) ? entityTitle(list) : list
