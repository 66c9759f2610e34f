import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordApi } from '#api/records.ts'
import { generatorApi } from '#api/site/generator.ts'
import { openAiCompatible } from '#commands/gateways/ai/ai-openai-compatible.ts'
import { aiAsking } from '#commands/operations/ask-ai.ts'
import { articleDrafts } from '#commands/site/article-drafts.ts'
import { projections } from '#projections/all.ts'
import { type AiServer, aiServer, noGuests } from '#tests/doubles/ai-server.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
let model: AiServer
let server: ContextServer
let withModel: boolean
const begin = async (): Promise<string> => {
  server = await startContext(
    projections,
    (api, { records }) => {
      recordApi(api, records)
      const ai = withModel ? openAiCompatible({ baseUrl: model.url, model: 'scripted' }) : null
      const asking = aiAsking({
        ai,
        handler: api.deps.handler,
        now: () => NOW,
        dailyTokens: 100_000,
        guests: noGuests,
      })
      generatorApi(api, articleDrafts(asking), records)
    },
    {},
    () => ['perm_admin'],
    () => NOW,
  )
  return (await server.ask('POST', '/topic/user-1', { name: 'Les seuils de TVA', length: 'short' }))
    .data.id
}
beforeAll(async () => {
  model = await aiServer()
})
afterAll(() => model.close())

const ARTICLE = {
  title: 'Autre titre',
  summary: 'Les seuils.',
  sections: [
    {
      heading: 'Qui',
      sentences: [
        { text: 'Le seuil est de 36 800 €.', claim: true, sources: [1] },
        { text: 'Le plafond est de 99 000 €.', claim: true, sources: [1] },
      ],
    },
  ],
}

test('an outline is agreed, then a draft is written that nobody sees', async () => {
  withModel = true
  const topic = await begin()
  model.script = [{ text: JSON.stringify({ title: 'Les seuils', headings: ['Qui', 'Quand'] }) }]
  const outline = await server.ask('POST', `/blog/user-1/outline/${topic}`, { language: 'fr' })
  expect(outline.data).toEqual({ title: 'Les seuils', headings: ['Qui', 'Quand'] })
  model.script = [{ text: JSON.stringify(ARTICLE) }]
  const made = await server.ask('POST', `/blog/user-1/generate/${topic}`, {
    title: 'Les seuils',
    headings: ['Qui'],
    sources: ['Le seuil est de 36 800 €.'],
  })
  expect(made.data.unsourced).toEqual(['Le plafond est de 99 000 €.'])
  const [blog] = (await server.ask('GET', '/blog/user-1/all')).data
  expect(blog).toMatchObject({
    id: made.data.id,
    title: 'Les seuils',
    topicId: topic,
    length: 'short',
    isGenerated: true,
    publishDate: 0,
  })
  expect(blog.body).toContain('<u>Le plafond est de 99 000 €.</u> [source à ajouter]')
  await server.stop()
})

test('an unknown topic, an answer of another form, and a product without a model are refused', async () => {
  const topic = await begin()
  model.script = [{ text: 'Bien sûr !' }]
  const generate = (id: string) => server.ask('POST', `/blog/user-1/generate/${id}`, {})
  expect((await generate('01J00000000000000000000099')).status).toBe(404)
  expect((await generate(topic)).code).toBe('AI_UNAVAILABLE')
  await server.stop()
  withModel = false
  const other = await begin()
  expect((await server.ask('POST', `/blog/user-1/generate/${other}`, {})).code).toBe('AI_ABSENT')
  expect((await server.ask('GET', '/blog/user-1/all')).data).toEqual([])
  await server.stop()
})
