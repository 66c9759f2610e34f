import { expect, test } from 'vitest'
import { articleBody } from '#domain/site/generated-article.ts'

const sources = ['Le seuil de franchise est de 36 800 € pour les services.']
const bodyOf = (text: string, claim: boolean, named: readonly number[]) =>
  articleBody(
    {
      title: 't',
      summary: '',
      sections: [{ heading: 'Seuils', sentences: [{ text, claim, sources: named }] }],
    },
    sources,
    'source à ajouter',
  )

test('a claim that rests on a given source stands as it is', () =>
  expect(bodyOf('Le seuil est de 36 800 €.', true, [1])).toEqual({
    html: '<h2>Seuils</h2><p>Le seuil est de 36 800 €.</p>',
    unsourced: [],
  }))

test.each([
  ['names no source', 'Le seuil est de 36 800 €.', true, []],
  ['names a source that was not given', 'Le seuil est de 36 800 €.', true, [2]],
  ['has a number that its source has not', 'Le seuil est de 37 000 €.', true, [1]],
  ['has a number and denies that it claims one', 'Comptez 40 jours.', false, []],
])('a claim is marked that %s', (_, text, claim, named) =>
  expect(bodyOf(text, claim, named)).toEqual({
    html: `<h2>Seuils</h2><p><u>${text}</u> [source à ajouter]</p>`,
    unsourced: [text],
  }),
)

test('advice is no claim, and markup of a model is text', () =>
  expect(bodyOf('Gardez <b>tout</b> & rangez.', false, []).html).toContain(
    'Gardez &lt;b&gt;tout&lt;/b&gt; &amp; rangez.',
  ))
