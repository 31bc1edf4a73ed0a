import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { themeCss } from './build/theme-css.ts'

const service = process.env.SERVICE ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), themeCss(), compressed()],
  build: {
    // The page's policy allows no font within a stylesheet.
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    // As the stylesheets have them: colours for light and dark in one, and colours out of others.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      output: {
        // Few files: what most pages share comes in one, not in twenty.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|openapi-)/,
              priority: 2,
            },
            // Charts come with the pages that have one.
            {
              name: 'shared',
              minShareCount: 3,
              priority: 1,
              test: (id: string) =>
                !/node_modules\/(recharts|@mantine\/charts|d3-|victory-|@reduxjs|immer|es-toolkit)/.test(id),
            },
          ],
        },
      },
    },
  },
  server: { port: 3510, proxy: { '/api': service, '/console/forms': service, '/console/words': service } },
})
