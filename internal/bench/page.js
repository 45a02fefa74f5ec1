"use strict";
(() => {
	const byId = id => document.getElementById(id), form = byId("filters"), body = byId("tasks").tBodies[0];
	const rows = [...body.rows], columns = [...document.querySelectorAll(".f-column")];
	const text = r => r.cells[0].textContent + "/" + r.cells[1].textContent;
	form.hidden = false;
	const filter = () => {
		const words = byId("f-text").value.toLowerCase().split(/\s+/).filter(w => w), set = byId("f-set").value, property = byId("f-property").value;
		const differ = byId("f-differ") && byId("f-differ").checked;
		let n = 0;
		for (const r of rows) {
			const judged = r.dataset.j.split(" "), name = text(r).toLowerCase();
			const show = words.every(w => name.includes(w)) && (!set || r.cells[0].textContent === set) && (!property || r.cells[2].textContent === property) &&
				columns.every((c, i) => !c.value || judged[i] === c.value) && (!differ || "d" in r.dataset);
			r.hidden = !show;
			n += show;
		}
		byId("shown").textContent = n + " of " + rows.length;
	};
	form.addEventListener("input", filter);
	form.addEventListener("reset", () => setTimeout(filter));
	form.addEventListener("submit", e => e.preventDefault());
	window.addEventListener("hashchange", () => { const r = byId(location.hash.slice(1)); if (r && r.hidden) { form.reset(); filter(); r.scrollIntoView(); } });
	const heads = [...document.querySelectorAll("#tasks .sort th")];
	heads.forEach((h, i) => {
		const b = document.createElement("button");
		b.type = "button";
		b.textContent = h.textContent;
		h.replaceChildren(b);
		b.addEventListener("click", () => {
			const down = h.getAttribute("aria-sort") === "ascending";
			heads.forEach(o => o.removeAttribute("aria-sort"));
			h.setAttribute("aria-sort", down ? "descending" : "ascending");
			const numbers = h.classList.contains("number"), sign = down ? -1 : 1;
			const value = r => numbers ? parseFloat(r.cells[i].textContent) || 0 : r.cells[i].textContent;
			rows.sort((a, b) => { const x = value(a), y = value(b); return sign * (x < y ? -1 : x > y ? 1 : 0); });
			body.append(...rows);
		});
	});
	filter();
})();
