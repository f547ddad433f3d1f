// Types of imported files after esbuild's loaders.
declare module "*.svg" {
    const text: string;
    export default text;
}
