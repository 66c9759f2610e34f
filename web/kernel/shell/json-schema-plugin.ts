import type { Plugin } from 'vite'

/** The modules by which zod 4 writes JSON schemas. Only the server does that, for OpenAPI. */
const MODULES = /node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Replaces what zod's JSON-schema modules export by one empty function: a screen with a form loads
 * 5 kB less. zod's schemas name these exports, so a bundler keeps them; only `toJSONSchema` calls
 * them.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!MODULES.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return {
        code: `const none = () => undefined\nexport const ${names.map((name) => `${name} = none`).join(', ')}\n`,
        map: null,
      }
    },
  }
}
