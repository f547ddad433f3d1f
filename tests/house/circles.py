"""Circles among files and folders that name each other, for check_house.py (#include) and check_page.py (import)."""


def find_circles(edges):
    """Strongly connected components of more than one node (Tarjan); edges: {node: set of nodes}."""
    index, low, stack, circles = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            start = stack.index(node)
            if len(stack) - start > 1:
                circles.append(sorted(stack[start:]))
            del stack[start:]

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return circles


def check_circles(links, folder_of, verb, where=""):
    """links: (file, line, file that this line names), all names as text. `verb` says what a line does: "import"."""
    problems = []
    for what, node_of in (("folders", folder_of), ("files", lambda name: name)):
        edges = {}
        for name, _, target in links:
            if node_of(name) != node_of(target):
                edges.setdefault(node_of(name), set()).add(node_of(target))
        for circle in find_circles(edges):
            problems.append(f"{where}the {what} {', '.join(circle)} {verb} each other in a circle:")
            problems += [f"    {name}:{line} {verb}s {target}" for name, line, target in links
                         if {node_of(name), node_of(target)} <= set(circle) and node_of(name) != node_of(target)]
    return problems
