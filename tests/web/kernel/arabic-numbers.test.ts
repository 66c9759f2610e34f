import { expect, test } from 'vitest'

const files = import.meta.glob<string>('/api/contract/words/ar/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Beside an Arabic word, 2026-0021 would be shown as 0021-2026. */
test('the number of a paper keeps its order among Arabic words', () => {
  const bare = Object.entries(files).flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /(?<![\u2066\u2068])\{\{ref\}\}/u.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  )
  expect(Object.keys(files).length).toBeGreaterThan(20)
  expect(bare).toEqual([])
})
