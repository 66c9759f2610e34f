// @vitest-environment jsdom
import { HOUR_MS } from '#domain/kernel/time.ts'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { toldHistory } from '../told-history.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { ArticlesScreen } from '#web/site/articles-screen.tsx'
import { SitePagesScreen } from '#web/site/site-pages-screen.tsx'

const server = fakeServer()
const [DRAFT, LATER, SEEN, PAGE] = [61, 62, 63, 64].map((n) => `01J000000000000000000000${n}`) as [
  string,
  string,
  string,
  string,
]
const PICTURE = 'data:image/png;base64,iVBORw0KGgo='
const stamp = {
  version: 3,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
}

const article = (id: string, title: string, publishDate: number, more: object = {}) => ({
  ...stamp,
  id,
  title,
  slug: title.toLowerCase().replaceAll(' ', '-'),
  summary: `Ce que dit ${title}.`,
  body: '<h2>Le seuil</h2><p>Un texte</p>',
  image: '',
  language: 'fr',
  themeId: 0,
  theme: '',
  topicId: 0,
  topic: '',
  author: 'Carnet',
  length: 'medium',
  style: 'practical',
  publishDate,
  isGenerated: false,
  ...more,
})
const articles = [
  article(DRAFT, 'Un brouillon', 0, { isGenerated: true, image: PICTURE }),
  article(LATER, 'Un article prévu', Date.now() + HOUR_MS),
  article(SEEN, 'Un article lu', 1_700_000_000_000),
]

const page = {
  ...stamp,
  id: PAGE,
  title: 'La TVA',
  url: '/guides/tva',
  language: 'de',
  description: 'Les seuils',
  keywords: '',
  ogTitle: '',
  ogDescription: '',
  draft: '<p>Le nouveau texte</p>',
  content: '<p>Le texte lu</p>',
  publishDate: 1_700_000_000_000,
}

/** @returns what was published and taken back, with the body that was sent */
function answers({
  rows = articles,
  permissions,
}: {
  rows?: readonly ReturnType<typeof article>[]
  permissions?: readonly string[]
} = {}) {
  const asked: unknown[] = []
  const written = { id: DRAFT, version: 4, position: '00000000000000000009' }
  const acts = (of: string) =>
    (['publish', 'unpublish'] as const).map((act) =>
      http.put(at(`/${of}/${USER}/:id/${act}`), async ({ request, params }) => {
        asked.push([act, params['id'], await request.json()])
        return ok(written)
      }),
    )
  server.use(
    ...session({ ...(permissions && { permissions }) }),
    http.get(at(`/blog/${USER}/all`), () => ok(rows)),
    http.get(at(`/blog/${USER}/summary`), () =>
      ok({ count: rows.length, sums: [], references: {} }),
    ),
    http.get(at(`/blog/${USER}/:id`), ({ params }) =>
      ok(articles.find(({ id }) => id === params['id'])),
    ),
    http.get(at(`/content/${USER}/all`), () => ok([page])),
    http.get(at(`/content/${USER}/summary`), () => ok({ count: 1, sums: [], references: {} })),
    http.get(at(`/content/${USER}/:id`), () => ok(page)),
    ...acts('blog'),
    ...acts('content'),
  )
  return asked
}
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr')
  if (row === null) throw new Error(`${name} stands in no row`)
  return within(row)
}
const opened = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('articles', () => {
  test('tell what is a draft, what is scheduled, what is read and what a program wrote', async () => {
    answers()
    await drawSignedIn(<ArticlesScreen />, { words: ['site'] })
    const draft = await rowOf('Un brouillon')
    expect(draft.getByText('Brouillon')).toBeDefined()
    expect(draft.getByText('écrit par un programme')).toBeDefined()
    const later = await rowOf('Un article prévu')
    expect(later.getByText('Programmé')).toBeDefined()
    expect(later.queryByText('écrit par un programme')).toBeNull()
    expect((await rowOf('Un article lu')).getByText('Publié')).toBeDefined()
  })

  test('are seen as their readers will see them, before they are published', async () => {
    const asked = answers()
    await drawSignedIn(<ArticlesScreen />, { words: ['site'], at: `/?open=${DRAFT}` })
    const panel = await opened('Un brouillon')
    const preview = within(await panel.findByRole('article', { name: 'Aperçu' }))
    expect(await preview.findByRole('heading', { name: 'Le seuil' })).toBeDefined()
    expect(preview.getByText('Ce que dit Un brouillon.')).toBeDefined()
    expect(preview.getByRole('presentation').getAttribute('src')).toBe(PICTURE)
    expect(panel.queryByRole('link', { name: 'Voir la page' })).toBeNull()
    await userEvent.click(await panel.findByRole('button', { name: 'Publier' }))
    await waitFor(() => expect(asked).toEqual([['publish', DRAFT, { version: 3 }]]))
  })

  test('say how many claims still have no source, before they are published', async () => {
    answers()
    const body =
      '<p><u>Un sur deux.</u> [source à ajouter] Vrai. <u>Un sur trois.</u> [source à ajouter]</p>'
    server.use(
      http.get(at(`/blog/${USER}/all`), () => ok([article(DRAFT, 'Un brouillon', 0, { body })])),
    )
    await drawSignedIn(<ArticlesScreen />, { words: ['site'], at: `/?open=${DRAFT}` })
    const panel = await opened('Un brouillon')
    expect(await panel.findByText(/^2 affirmations n’ont pas de source/)).toBeDefined()
  })

  test('that are read lead to their page and can be taken back', async () => {
    const asked = answers()
    await drawSignedIn(<ArticlesScreen />, { words: ['site'], at: `/?open=${SEEN}` })
    const panel = await opened('Un article lu')
    expect((await panel.findByRole('link', { name: 'Voir la page' })).getAttribute('href')).toBe(
      '/blogs/un-article-lu',
    )
    expect(panel.queryByRole('button', { name: 'Publier' })).toBeNull()
    await userEvent.click(panel.getByRole('button', { name: 'Remettre en brouillon' }))
    await waitFor(() => expect(asked).toEqual([['unpublish', SEEN, { version: 3 }]]))
  })

  test('are only read without the permission to write them', async () => {
    answers({ permissions: ['perm_blogs_menu'] })
    await drawSignedIn(<ArticlesScreen />, { words: ['site'], at: `/?open=${DRAFT}` })
    const panel = await opened('Un brouillon')
    expect(await panel.findByRole('article', { name: 'Aperçu' })).toBeDefined()
    expect(panel.queryByRole('button', { name: 'Publier' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Rédiger avec le modèle' })).toBeNull()
  })

  test('have a sample where there is none, and what leads to the first one', async () => {
    answers({ rows: [] })
    await drawSignedIn(<ArticlesScreen />, { words: ['site'] })
    expect(await screen.findByText('Fixer son tarif journalier')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Rédiger avec le modèle' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sujets' })).toBeDefined()
  })
})

describe('pages of the site', () => {
  test('show the draft that waits beside what is read, in its language, and publish it', async () => {
    const asked = answers()
    await drawSignedIn(<SitePagesScreen />, { words: ['site'], at: `/?open=${PAGE}` })
    expect((await rowOf('La TVA')).getByText('un brouillon attend')).toBeDefined()
    const panel = await opened('La TVA')
    const preview = await panel.findByRole('article', { name: 'Aperçu' })
    expect(await within(preview).findByText('Le nouveau texte')).toBeDefined()
    expect(within(preview).queryByText('Le texte lu')).toBeNull()
    expect(preview.lang).toBe('de')
    expect((await panel.findByRole('link', { name: 'Voir la page' })).getAttribute('href')).toBe(
      '/guides/tva?lang=de',
    )
    await userEvent.click(panel.getByRole('button', { name: 'Publier' }))
    await waitFor(() => expect(asked).toEqual([['publish', PAGE, { version: 3 }]]))
  })

  test('take the text of an earlier version back into the draft; readers see it once it is published', async () => {
    answers()
    const sent: unknown[] = []
    const fact = (version: number) => ({
      version,
      type: 'ContentChanged',
      at: version * HOUR_MS,
      actor: { kind: 'user', id: USER, name: 'Anna Exemple' },
      cause: 'user',
      changes: [],
      position: String(version),
    })
    server.use(
      http.get(at(`/history/${USER}/content/${PAGE}`), ({ request }) => {
        const isPast = new URL(request.url).searchParams.has('at')
        const record = isPast ? { ...page, draft: '', content: '<p>Le texte d’alors</p>' } : page
        return ok(toldHistory({ entity: 'content', id: PAGE, facts: [fact(2), fact(1)], record }))
      }),
      http.put(at(`/content/${USER}`), async ({ request }) => {
        sent.push(await request.json())
        return ok({ id: PAGE, version: 4, position: '00000000000000000009' })
      }),
    )
    await drawSignedIn(<SitePagesScreen />, { words: ['site'], at: `/?open=${PAGE}&view=history` })
    const panel = await opened('La TVA')
    const slider = await panel.findByRole<HTMLInputElement>('slider')
    expect(panel.queryByRole('button', { name: 'Reprendre ce texte' })).toBeNull()
    fireEvent.change(slider, { target: { value: '1' } })
    await userEvent.click(await panel.findByRole('button', { name: 'Reprendre ce texte' }))
    await waitFor(() =>
      expect(sent).toEqual([{ id: PAGE, version: 3, draft: '<p>Le texte d’alors</p>' }]),
    )
  })
})
